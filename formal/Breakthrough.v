(** What has to be believed: the rules of Breakthrough, on any board.

    A man moves one square straight ahead, onto an empty square; or one diagonally ahead, onto an empty square or
    an enemy man. White moves up, Black down. Who arrives on the far rank has won; who has no men has lost. *)

From Andor Require Import Game Board.
From Coq Require Import FMapPositive ZArith.

Definition up (c : player) : Z := match c with White => 1%Z | Black => (-1)%Z end.

(** Where the men of a colour go from each square, and where they want to. *)
Record breakthrough_board := {
  bt_squares : list square;
  bt_straight : player -> PositiveMap.t (list square);
  bt_diagonal : player -> PositiveMap.t (list square);
  bt_goal : player -> list square
}.

Section Rules.
Variable B : breakthrough_board.

Definition bt_targets (b : board) (c : player) (s : square) : list square :=
  filter (fun t => cell_eqb (get b t) empty) (entries (bt_straight B c) s) ++
  filter (fun t => negb (cell_eqb (get b t) (man c))) (entries (bt_diagonal B c) s).

Definition bt_arrived (c : player) (b : board) : bool :=
  existsb (fun s => cell_eqb (get b s) (man c)) (bt_goal B c).

Definition bt_has_men (c : player) (b : board) : bool :=
  existsb (fun s => cell_eqb (get b s) (man c)) (bt_squares B).

(** The player who is not to move has moved last: of two that have arrived it is the winner. *)
Definition bt_ended (c : player) (b : board) : option outcome :=
  if bt_arrived (other c) b then Some (Wins (other c))
  else if bt_arrived c b then Some (Wins c)
  else if negb (bt_has_men c b) then Some (Wins (other c))
  else if negb (bt_has_men (other c) b) then Some (Wins c)
  else None.

Definition bt_rules : men_rules := {|
  squares := bt_squares B;
  targets := bt_targets;
  ended := bt_ended;
  stuck := Nothing_said
|}.

End Rules.

(** The board of so many columns and rows. *)
Definition breakthrough_on (columns rows : nat) : breakthrough_board :=
  let all := squares_of columns rows in
  let table (ways : player -> list (Z * Z)) (c : player) :=
    tabulate all (fun s => flat_map (fun way => step columns rows s way 1) (ways c)) in
  let bs := table (fun c => [(0, up c)])%Z in
  let bd := table (fun c => [(-1, up c); (1, up c)])%Z in
  let last_row (c : player) := match c with White => (Z.of_nat rows - 1)%Z | Black => 0%Z end in
  let goal (c : player) := filter (fun s => (row_of columns s =? last_row c)%Z) all in
  let pair {A} (f : player -> A) :=
    let fb := f Black in let fw := f White in fun c => match c with Black => fb | White => fw end in
  {| bt_squares := all; bt_straight := pair bs; bt_diagonal := pair bd; bt_goal := pair goal |}.

Definition breakthrough (columns rows : nat) : game := men_game (bt_rules (breakthrough_on columns rows)).

(** The start: two full rows each; White moves first. *)
Definition breakthrough_start (columns rows : nat) : list cell :=
  white :: repeat white (2 * columns) ++ repeat empty (columns * rows - 4 * columns) ++ repeat black (2 * columns).
