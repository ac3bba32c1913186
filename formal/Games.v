(** What has to be believed, part 3: which games the checker knows, and what its findings say. *)

From Andor Require Import Game Board Breakthrough Loa Surakarta.

Inductive board_game :=
| Breakthrough_game (columns rows : nat)
| Loa_game (size : nat) (mover_wins stuck_loses : bool)
| Surakarta_game.

Definition rules_of (g : board_game) : men_rules :=
  match g with
  | Breakthrough_game columns rows => bt_rules (breakthrough_on columns rows)
  | Loa_game size mover_wins stuck_loses => loa_rules (loa_on size) mover_wins stuck_loses
  | Surakarta_game => sk_rules surakarta_on
  end.

Definition start_of (g : board_game) : list cell :=
  match g with
  | Breakthrough_game columns rows => breakthrough_start columns rows
  | Loa_game size _ _ => loa_start size
  | Surakarta_game => surakarta_start
  end.

Definition game_of (g : board_game) : game := men_game (rules_of g).

(** The cells of a board, in the order of the squares [from]. *)
Definition cells_seen (b : board) (from : list square) : list cell := map (get b) from.

(** The same position: the same player to move and the same man or none on each square. *)
Definition same_place (rules : men_rules) (p q : position (men_game rules)) : bool :=
  player_eqb (fst p) (fst q) &&
  cells_eqb (cells_seen (snd p) (squares rules)) (cells_seen (snd q) (squares rules)).

(** ** What is found: that a player wins in so many plies, or does not lose *)
Inductive finding := Wins_within (h : player) (n : N) | Never_loses (h : player).

(** What a finding says about a position. *)
Definition holds {G : game} (f : finding) (p : position G) : Prop :=
  match f with
  | Wins_within h n => forces_win h (N.to_nat n) p
  | Never_loses h => does_not_lose h p
  end.
