(** Keys of positions: the cells of the least image under the symmetries of the board. Part of the checker: nothing here
    has to be believed. *)

From Andor Require Import Game Board Games.
From Coq Require Import ZArith.

Section Keys.
Variable rules : men_rules.

Fixpoint cells_leb (k l : list cell) : bool :=
  match k, l with
  | [], _ => true
  | _ :: _, [] => false
  | a :: k', b :: l' =>
    match a, b with
    | empty, empty | black, black | white, white => cells_leb k' l'
    | empty, _ | black, white => true
    | _, _ => false
    end
  end.

(** The least of a list of keys. *)
Fixpoint least (k : list cell) (ks : list (list cell)) : list cell :=
  match ks with
  | [] => k
  | l :: ks' => least (if cells_leb k l then k else l) ks'
  end.

(** A symmetry is a list of squares: where each square of the image comes from. The key of a position is
    the least of its images. *)
Definition canonical_key (images : list (list square)) (p : position (men_game rules)) : list cell :=
  let (c, b) := (p : place) in
  man c :: least (cells_seen b (squares rules)) (map (cells_seen b) images).

End Keys.

(** The symmetries of a board, as docs/inside/certificates.md has them: 2 swap left and right, 4 rows as well, 8
    columns and rows as well. *)
Definition image_of_board (columns rows : nat) (number : nat) : list square :=
  let c := Z.of_nat columns in
  let r := Z.of_nat rows in
  flat_map (fun s =>
    let x := column_of columns s in
    let y := row_of columns s in
    let (x, y) := if Nat.testbit number 2 then (y, x) else (x, y) in
    let x := if Nat.testbit number 0 then (c - 1 - x)%Z else x in
    let y := if Nat.testbit number 1 then (r - 1 - y)%Z else y in
    square_at columns rows x y) (squares_of columns rows).

Definition images_of_board (columns rows : nat) (count : nat) : list (list square) :=
  map (image_of_board columns rows) (seq 1 (count - 1)).
