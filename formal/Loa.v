(** What has to be believed: the rules of Lines of Action, on any square board.

    A man moves in a straight line, exactly as many squares as there are men of either colour on that line. It jumps
    over its own men and not over the opponent's, and captures by landing. A side whose men are all connected in one
    unit has won; both at once is a draw (or a win for who moved). A player who cannot move passes (or has lost). *)

From Andor Require Import Game Board.
From Coq Require Import FMapPositive ZArith.

(** For each square its eight lines: the squares ahead and those behind, nearest first; and its neighbours. *)
Record loa_board := {
  loa_squares : list square;
  loa_lines : PositiveMap.t (list (list square * list square));
  loa_near : PositiveMap.t (list square)
}.

Section Rules.
Variable B : loa_board.
(** Whether a move that connects both sides wins. *)
Variable mover_wins : bool.
Variable stuck_loses : bool.

Fixpoint count_men (b : board) (l : list square) : nat :=
  match l with
  | [] => 0
  | s :: l' => match get b s with empty => count_men b l' | _ => S (count_men b l') end
  end.

(** The square where a man of [c] lands that goes over [n] squares and then onto the next, if it may. *)
Fixpoint landing (b : board) (c : player) (n : nat) (ahead : list square) : list square :=
  match ahead, n with
  | [], _ => []
  | t :: _, 0 => if cell_eqb (get b t) (man c) then [] else [t]
  | t :: ahead', S n' => if cell_eqb (get b t) (man (other c)) then [] else landing b c n' ahead'
  end.

(** The distance is 1 (the man itself) and the other men on the line; the squares before the last are one less. *)
Definition loa_targets (b : board) (c : player) (s : square) : list square :=
  flat_map (fun line => landing b c (count_men b (fst line) + count_men b (snd line)) (fst line))
           (entries (loa_lines B) s).

(** *** Connection *)

Definition is_near (s t : square) : bool := existsb (Pos.eqb t) (entries (loa_near B) s).

(** What is left of the men [rest] when those are taken away that are near [front], then those near these,
    and so on. *)
Fixpoint unconnected (rounds : nat) (front rest : list square) : list square :=
  match rounds, front with
  | S rounds', _ :: _ =>
    let (near, far) := partition (fun t => existsb (fun s => is_near s t) front) rest in
    unconnected rounds' near far
  | _, _ => rest
  end.

Definition loa_men (c : player) (b : board) : list square :=
  filter (fun s => cell_eqb (get b s) (man c)) (loa_squares B).

(** All men in one unit. A side without men is not connected. *)
Definition is_connected (men : list square) : bool :=
  match men with
  | [] => false
  | s :: rest => match unconnected (S (length rest)) [s] rest with [] => true | _ => false end
  end.

Definition loa_ended (c : player) (b : board) : option outcome :=
  let mine := loa_men c b in
  let theirs := loa_men (other c) b in
  match is_connected mine, is_connected theirs with
  | true, true => Some (if mover_wins then Wins (other c) else Draw)
  | true, false => Some (Wins c)
  | false, true => Some (Wins (other c))
  | false, false =>
    (* Positions that no game leads to: a side without men. *)
    match mine, theirs with
    | [], [] => Some Draw
    | [], _ => Some (Wins (other c))
    | _, [] => Some (Wins c)
    | _, _ => None
    end
  end.

Definition loa_rules : men_rules := {|
  squares := loa_squares B;
  targets := loa_targets;
  ended := loa_ended;
  stuck := if stuck_loses then Loses else Passes
|}.

End Rules.

Definition loa_on (size : nat) : loa_board :=
  let all := squares_of size size in
  let line s way := (ray size size s way, ray size size s (- fst way, - snd way)%Z) in
  {| loa_squares := all;
     loa_lines := tabulate all (fun s => map (line s) (straight_ways ++ diagonal_ways));
     loa_near := tabulate all (neighbours size size) |}.

Definition loa (size : nat) (mover_wins stuck_loses : bool) : game :=
  men_game (loa_rules (loa_on size) mover_wins stuck_loses).

(** The start: Black along the top and the bottom, White along the sides, corners empty; Black moves first. *)
Definition loa_start (size : nat) : list cell :=
  let edge := empty :: repeat black (size - 2) ++ [empty] in
  let middle := white :: repeat empty (size - 2) ++ [white] in
  black :: edge ++ concat (repeat middle (size - 2)) ++ edge.
