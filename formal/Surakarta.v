(** What has to be believed: the rules of Surakarta.

    A man steps to any empty neighbour. It captures by travelling along a line over empty points and through at least
    one corner loop, until it meets an enemy man. The point that it starts from counts as empty. Who takes the last
    enemy man wins; a player who cannot move passes. *)

From Andor Require Import Game Board.
From Coq Require Import FMapPositive ZArith.

(** For each point its neighbours, and the ways to travel: the points on the way, each with whether a loop has been
    travelled before it. *)
Record surakarta_board := {
  sk_squares : list square;
  sk_near : PositiveMap.t (list square);
  sk_travels : PositiveMap.t (list (list (square * bool)))
}.

Section Rules.
Variable B : surakarta_board.

(** The first man on the way, if it is an enemy and behind a loop. *)
Fixpoint meets (b : board) (c : player) (from : square) (way : list (square * bool)) : list square :=
  match way with
  | [] => []
  | (t, looped) :: way' =>
    if Pos.eqb t from || cell_eqb (get b t) empty then meets b c from way'
    else if looped && cell_eqb (get b t) (man (other c)) then [t] else []
  end.

Definition sk_targets (b : board) (c : player) (s : square) : list square :=
  filter (fun t => cell_eqb (get b t) empty) (entries (sk_near B) s) ++
  flat_map (meets b c s) (entries (sk_travels B) s).

Definition sk_has_men (c : player) (b : board) : bool :=
  existsb (fun s => cell_eqb (get b s) (man c)) (sk_squares B).

Definition sk_ended (c : player) (b : board) : option outcome :=
  if negb (sk_has_men c b) then Some (Wins (other c))
  else if negb (sk_has_men (other c) b) then Some (Wins c)
  else None.

Definition sk_rules : men_rules := {|
  squares := sk_squares B;
  targets := sk_targets;
  ended := sk_ended;
  stuck := Passes
|}.

End Rules.

(** *** The circuits

    Circuit [k] (1 is the inner, 2 the outer one) is made of four lines, and behind each of them there is a loop:
    row [k] to the right, column [5 - k] up, row [5 - k] to the left, column [k] down (rows and columns from 0).
    A point of a circuit comes with the number of its line. *)
Definition circuit (k : Z) : list (square * nat) :=
  let coordinates := [0; 1; 2; 3; 4; 5]%Z in
  let points (line : nat) (at_ : Z -> Z * Z) (l : list Z) :=
    flat_map (fun i => map (fun s => (s, line)) (square_at 6 6 (fst (at_ i)) (snd (at_ i)))) l in
  points 0 (fun i => (i, k)) coordinates ++
  points 1 (fun i => (5 - k, i)%Z) coordinates ++
  points 2 (fun i => (i, 5 - k)%Z) (rev coordinates) ++
  points 3 (fun i => (k, i)) (rev coordinates).

(** Along a list of points: whoever comes to another line has travelled a loop. *)
Fixpoint marked (line : nat) (looped : bool) (l : list (square * nat)) : list (square * bool) :=
  match l with
  | [] => []
  | (s, n) :: l' =>
    let looped' := looped || negb (Nat.eqb n line) in
    (s, looped') :: marked n looped' l'
  end.

(** All ways to travel from [s] once round a circuit, which is given as a list. *)
Definition travels_along (points : list (square * nat)) (s : square) : list (list (square * bool)) :=
  flat_map (fun i =>
    match skipn i points with
    | (t, line) :: rest => if Pos.eqb s t then [marked line false (rest ++ firstn i points)] else []
    | [] => []
    end) (seq 0 (length points)).

Definition surakarta_on : surakarta_board :=
  let all := squares_of 6 6 in
  let ways := [circuit 1; rev (circuit 1); circuit 2; rev (circuit 2)] in
  {| sk_squares := all;
     sk_near := tabulate all (neighbours 6 6);
     sk_travels := tabulate all (fun s => flat_map (fun points => travels_along points s) ways) |}.

Definition surakarta : game := men_game (sk_rules surakarta_on).

(** The start: two full rows each; Black, at the top, moves first. *)
Definition surakarta_start : list cell := black :: repeat white 12 ++ repeat empty 12 ++ repeat black 12.
