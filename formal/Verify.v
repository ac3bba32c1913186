(** The checker for the three games: what is extracted.

    A claim about a position comes as a tree of keys with moves and ranks, the position itself as a key. That the
    symmetries of the board keep the rules is computed for the board at hand (SymmetricRules.v says why that is enough). *)

From Andor Require Import Game Board Games Trie Keys Forcing Certificate Limited Symmetry SymmetricRules Breakthrough Loa Surakarta.

(** ** The checker *)

(** What is claimed. *)
Inductive claim := Claims_win (h : player) | Claims_no_loss (h : player).

Definition images_of (g : board_game) : list (list square) :=
  match g with
  | Breakthrough_game columns rows => images_of_board columns rows 2
  | Loa_game size _ _ => images_of_board size size 8
  | Surakarta_game => images_of_board 6 6 8
  end.

Definition is_symmetric (g : board_game) : bool :=
  match g with
  | Breakthrough_game columns rows => bt_symmetric (breakthrough_on columns rows) (images_of g)
  | Loa_game size mover_wins stuck_loses => loa_symmetric (loa_on size) mover_wins stuck_loses (images_of g)
  | Surakarta_game => sk_symmetric surakarta_on (images_of g)
  end.

Definition judge {G : game} (key : position G -> list cell) (decode : list cell -> option (position G)) (leaves : bool)
    (c : claim) (T : trie entry) (root : position G) : option finding :=
  match c with
  | Claims_win h =>
    if check_win key decode h T leaves root then Some (Wins_within h (plies key h T root)) else None
  | Claims_no_loss h =>
    if check_not_lost key decode h T root then Some (Never_loses h) else None
  end.

Definition verify (g : board_game) (leaves : bool) (c : claim) (T : trie entry) (root : list cell) : option finding :=
  if is_symmetric g then
    let rules := rules_of g in
    match decode rules root with
    | Some p => judge (canonical_key rules (images_of g)) (decode rules) leaves c T p
    | None => None
    end
  else None.

(** The same with a limit of plies: at most [limit] in the certificate, [left] at the root. *)
Definition verify_limited (g : board_game) (limit : N) (leaves : bool) (c : claim) (T : trie entry)
    (root : list cell) (left : N) : option finding :=
  if is_symmetric g then
    let rules := rules_of g in
    match decode rules root with
    | Some p =>
      if (left <=? limit)%N
      then judge (limited_key (G := men_game rules) (canonical_key rules (images_of g)))
        (limited_decode (G := men_game rules) (decode rules) limit) leaves c T (p, left)
      else None
    | None => None
    end
  else None.

(** ** Keys are in order *)

Lemma symmetric_respects g : is_symmetric g = true ->
  respects (G := game_of g) (canonical_key (rules_of g) (images_of g)).
Proof.
  destruct g; intros H.
  - exact (breakthrough_images _ _ H).
  - exact (loa_images _ _ _ _ H).
  - exact (surakarta_images _ _ H).
Qed.

Lemma bt_group B images : bt_symmetric B images = true -> is_group (bt_rules B) images = true.
Proof. intros H. unfold bt_symmetric in H. apply andb_true_iff in H. exact (proj1 H). Qed.

Lemma loa_group B m l images : loa_symmetric B m l images = true -> is_group (loa_rules B m l) images = true.
Proof. intros H. unfold loa_symmetric in H. rewrite !andb_true_iff in H. exact (proj1 (proj1 (proj1 H))). Qed.

Lemma sk_group B images : sk_symmetric B images = true -> is_group (sk_rules B) images = true.
Proof. intros H. unfold sk_symmetric in H. rewrite !andb_true_iff in H. exact (proj1 (proj1 H)). Qed.

Lemma symmetric_group g : is_symmetric g = true -> is_group (rules_of g) (images_of g) = true.
Proof.
  destruct g; intros H.
  - exact (bt_group _ _ H).
  - exact (loa_group _ _ _ _ H).
  - exact (sk_group _ _ H).
Qed.
