(** The checker for the three games: what is extracted.

    A claim about a position comes as a list of keys with moves and ranks, put into a tree; the position itself as a key.
    That the symmetries keep the rules is computed for the board at hand (Symmetry.v says why that is enough). *)

From Andor Require Import Game Trie Board Forcing Certificate Breakthrough Loa Surakarta.

Inductive claim := Claims_win (h : player) | Claims_no_loss (h : player).

Definition accepts (rules : men_rules) (images : list (list square)) (leaves : bool)
    (c : claim) (T : trie entry) (root : position (men_game rules)) : bool :=
  match c with
  | Claims_win h => check_win (canonical_key rules images) (decode rules) h T leaves root
  | Claims_no_loss h => check_not_lost (canonical_key rules images) (decode rules) h T root
  end.

Definition plies_of (rules : men_rules) (images : list (list square))
    (h : player) (T : trie entry) (root : position (men_game rules)) : N :=
  plies (G := men_game rules) (canonical_key rules images) h T root.
