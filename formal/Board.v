(** What has to be believed, part 2: boards, and games in which a move takes one man from a square to another.

    Squares are numbered rank by rank from the bottom: a1 is 1, b1 is 2, and so on. *)

From Andor Require Import Game.
From Coq Require Import FMapPositive ZArith.

Definition square := positive.

(** What is on a square. *)
Inductive cell := empty | black | white.

Definition cell_eqb (a b : cell) : bool :=
  match a, b with empty, empty | black, black | white, white => true | _, _ => false end.

Fixpoint cells_eqb (k l : list cell) : bool :=
  match k, l with
  | [], [] => true
  | a :: k', b :: l' => cell_eqb a b && cells_eqb k' l'
  | _, _ => false
  end.

(** A board: what is on each square; nothing where nothing is said. *)
Definition board := PositiveMap.t cell.

Definition get (b : board) (s : square) : cell :=
  match PositiveMap.find s b with Some c => c | None => empty end.

Definition set (s : square) (c : cell) (b : board) : board := PositiveMap.add s c b.

Definition man (p : player) : cell := match p with Black => black | White => white end.

(** ** The shape of a board *)

(** The squares 1 to [n]. *)
Fixpoint squares_from (n : nat) (s : square) : list square :=
  match n with 0 => [] | S n' => s :: squares_from n' (Pos.succ s) end.

Definition squares_of (columns rows : nat) : list square := squares_from (columns * rows) 1%positive.

Definition column_of (columns : nat) (s : square) : Z := ((Zpos s - 1) mod Z.of_nat columns)%Z.
Definition row_of (columns : nat) (s : square) : Z := ((Zpos s - 1) / Z.of_nat columns)%Z.

(** The square in column [x], row [y], both counted from 0, if there is one. *)
Definition square_at (columns rows : nat) (x y : Z) : list square :=
  if (0 <=? x)%Z && (x <? Z.of_nat columns)%Z && (0 <=? y)%Z && (y <? Z.of_nat rows)%Z
  then [Z.to_pos (y * Z.of_nat columns + x + 1)] else [].

(** The square [d] steps away, the step being [way]: columns to the right and rows up. *)
Definition step (columns rows : nat) (s : square) (way : Z * Z) (d : Z) : list square :=
  square_at columns rows (column_of columns s + d * fst way) (row_of columns s + d * snd way).

(** The squares from [s] to the edge of the board. *)
Definition ray (columns rows : nat) (s : square) (way : Z * Z) : list square :=
  flat_map (fun d => step columns rows s way (Z.of_nat d)) (seq 1 (Nat.max columns rows)).

Definition straight_ways : list (Z * Z) := [(0, -1); (-1, 0); (1, 0); (0, 1)]%Z.
Definition diagonal_ways : list (Z * Z) := [(-1, -1); (1, -1); (-1, 1); (1, 1)]%Z.

Definition neighbours (columns rows : nat) (s : square) : list square :=
  flat_map (fun way => step columns rows s way 1) (straight_ways ++ diagonal_ways).

(** Tables, for speed: [tabulate squares f] knows [f s] for all squares. *)
Definition tabulate {A} (squares : list square) (f : square -> list A) : PositiveMap.t (list A) :=
  fold_right (fun s table => PositiveMap.add s (f s) table) (PositiveMap.empty _) squares.

Definition entries {A} (table : PositiveMap.t (list A)) (s : square) : list A :=
  match PositiveMap.find s table with Some l => l | None => [] end.

(** ** Games of men that move *)

(** What happens to a player who has no move. *)
Inductive stuck_rule := Passes | Loses | Nothing_said.

Record men_rules := Men_rules {
  squares : list square;
  (** The squares that a man on a square can go to, in any order. *)
  targets : board -> player -> square -> list square;
  (** The result of a position with a player to move, as far as the board says. *)
  ended : player -> board -> option outcome;
  stuck : stuck_rule
}.

Section Men.
Variable rules : men_rules.

Definition men_of (c : player) (b : board) : list square :=
  filter (fun s => cell_eqb (get b s) (man c)) (squares rules).

(** The targets in ascending order, each once: moves are numbered so. *)
Fixpoint insert_square (s : square) (l : list square) : list square :=
  match l with
  | [] => [s]
  | t :: l' => match Pos.compare s t with Lt => s :: l | Eq => l | Gt => t :: insert_square s l' end
  end.

Definition sorted (l : list square) : list square := fold_right insert_square [] l.

Definition place := (player * board)%type.

(** The man goes from [s] to [t]; what stood there is taken. *)
Definition after (c : player) (b : board) (s t : square) : place :=
  (other c, set t (man c) (set s empty b)).

Definition steps (p : place) : list place :=
  let (c, b) := p in
  flat_map (fun s => map (after c b s) (sorted (targets rules b c s))) (men_of c b).

Definition men_game : game := {|
  position := place;
  to_move := fst;
  moves p :=
    match stuck rules, steps p with
    | Passes, [] => [(other (fst p), snd p)]
    | _, l => l
    end;
  result p :=
    match ended rules (fst p) (snd p) with
    | Some o => Some o
    | None =>
      match stuck rules with
      | Loses => match steps p with [] => Some (Wins (other (fst p))) | _ => None end
      | _ => None
      end
    end
|}.

(** ** From cells to positions

    A key is the side to move and the cells, square by square. *)

Definition player_of (c : cell) : option player :=
  match c with black => Some Black | white => Some White | empty => None end.

Fixpoint fill (l : list square) (k : list cell) (b : board) : option board :=
  match l, k with
  | [], [] => Some b
  | s :: l', empty :: k' => fill l' k' b
  | s :: l', c :: k' => fill l' k' (set s c b)
  | _, _ => None
  end.

Definition decode (k : list cell) : option (position men_game) :=
  match k with
  | [] => None
  | c :: k' =>
    match player_of c, fill (squares rules) k' (PositiveMap.empty _) with
    | Some p, Some b => Some (p, b)
    | _, _ => None
    end
  end.

End Men.
