(** The checker of certificates, for any game, and why what it accepts is true.

    A certificate is a set of positions with the holder of the claim to move, each with the number of a move and a
    rank. Positions with the same key share an entry. The rules in the comments are those of
    docs/inside/certificates.md. *)

From Andor Require Import Game Board Forcing Trie.
From Coq Require Import Lia.

Record entry := Entry { move_number : N; rank : N }.

(** The element of a list with this number, counted from 0. *)
Fixpoint numbered {A} (n : N) (l : list A) : option A :=
  match l with
  | [] => None
  | a :: l' => if (n =? 0)%N then Some a else numbered (N.pred n) l'
  end.

Lemma numbered_in {A} : forall (l : list A) n a, numbered n l = Some a -> In a l.
Proof.
  induction l as [|b l IH]; intros n a H; simpl in H; [discriminate|].
  destruct (n =? 0)%N; [left; congruence|right; eauto].
Qed.

(** There are some, and all of them pass. *)
Definition some_and_all {A} (test : A -> bool) (l : list A) : bool :=
  match l with [] => false | _ :: _ => forallb test l end.

Lemma some_and_all_eq {A} (test : A -> bool) l :
  some_and_all test l = negb (is_nil l) && forallb test l.
Proof. destruct l; reflexivity. Qed.

(** Positions with the same key are the same game: the same player moves, with the same result, and each move
    of the one is, by its key, a move of the other. That is so for images under a symmetry of the rules. *)
Definition respects {G : game} (key : position G -> list cell) : Prop :=
  forall p q, key p = key q ->
  to_move p = to_move q /\ result p = result q /\
  forall p', In p' (moves p) -> exists q', In q' (moves q) /\ key p' = key q'.

Section Check.
Context {G : game}.
Variable key : position G -> list cell.
(** Any function: what it makes of a key is looked at. *)
Variable decode : list cell -> option (position G).
(** The holder of the claim. *)
Variable h : player.
Variable T : trie entry.

Notation pos := (position G).

(** ** Wins *)

(** Whether positions that are won at once need no entry. *)
Variable leaves : bool.

Definition is_won (p : pos) : bool := match result p with Some o => is_win h o | None => false end.

(** A leaf of the first kind: a move wins. *)
Definition wins_at_once (p : pos) : bool := existsb is_won (moves p).

(** A leaf of the second kind: after a move, every reply loses. *)
Definition wins_by_force (p : pos) : bool :=
  existsb (fun q =>
    match result q with
    | Some _ => false
    | None => player_eqb (to_move q) (other h) && some_and_all is_won (moves q)
    end) (moves p).

(** A position that is not over, with the holder to move, is an entry or a leaf, of a rank below [bound]. *)
Definition is_proved (bound : N) (p : pos) : bool :=
  player_eqb (to_move p) h &&
  match lookup (key p) T with
  | Some e => (rank e <? bound)%N || (1 <? bound)%N && leaves && wins_at_once p
  | None => (1 <? bound)%N && leaves && (wins_at_once p || wins_by_force p)
  end.

(** Rule 3: there is a reply, and each one loses or leads to what is proved. *)
Definition is_answered (bound : N) (q : pos) : bool :=
  player_eqb (to_move q) (other h) &&
  some_and_all (fun r => match result r with Some o => is_win h o | None => is_proved bound r end) (moves q).

(** Rules 2, 3 and 4. *)
Definition win_entry (k : list cell) (e : entry) : bool :=
  match decode k with
  | None => false
  | Some p =>
    player_eqb (to_move p) h && cells_eqb (key p) k && (1 <=? rank e)%N &&
    match result p, numbered (move_number e) (moves p) with
    | None, Some q =>
      match result q with Some o => is_win h o | None => is_answered (rank e) q end
    | _, _ => false
    end
  end.

(** More than any rank. *)
Definition no_bound : N := (2 ^ 33)%N.

(** Rule 1, and all entries. *)
Definition check_win (root : pos) : bool :=
  match result root with
  | Some _ => false
  | None =>
    if player_eqb (to_move root) h then is_proved no_bound root else is_answered no_bound root
  end && every win_entry [] T.

(** In how many plies the root is won. *)
Definition rank_of (p : pos) : N := match lookup (key p) T with Some e => rank e | None => 1 end.

Definition plies (root : pos) : N :=
  (if player_eqb (to_move root) h then 2 * rank_of root
  else 1 + 2 * fold_right N.max 0 (map rank_of (moves root)))%N.

(** ** Not losing *)

Definition is_not_lost (o : outcome) : bool := negb (is_win (other h) o).

Definition is_safe (p : pos) : bool :=
  player_eqb (to_move p) h && match lookup (key p) T with Some _ => true | None => false end.

Definition is_closed (q : pos) : bool :=
  match result q with
  | Some o => is_not_lost o
  | None =>
    player_eqb (to_move q) (other h) &&
    some_and_all (fun r => match result r with Some o => is_not_lost o | None => is_safe r end) (moves q)
  end.

Definition safe_entry (k : list cell) (e : entry) : bool :=
  match decode k with
  | None => false
  | Some p =>
    player_eqb (to_move p) h && cells_eqb (key p) k && (rank e =? 0)%N &&
    match result p, numbered (move_number e) (moves p) with
    | None, Some q => is_closed q
    | _, _ => false
    end
  end.

Definition check_not_lost (root : pos) : bool :=
  match result root with
  | Some _ => false
  | None => if player_eqb (to_move root) h then is_safe root else is_closed root
  end && every safe_entry [] T.

(** ** What is accepted is true *)

Hypothesis key_ok : respects key.

(** A position is won as soon as one with the same key is. *)
Lemma winsb_key n : forall p q, key p = key q -> winsb h n p = winsb h n q.
Proof.
  assert (H : forall p q, key p = key q -> winsb h n p = true -> winsb h n q = true).
  { induction n as [|n IH]; intros p q E Hw;
    destruct (key_ok p q E) as [Et [Er Em]];
    destruct (key_ok q p (eq_sym E)) as [_ [_ Em']];
    simpl in *; rewrite <- Er; destruct (result p); try assumption.
    rewrite <- Et. destruct (player_eqb (to_move p) h).
    - apply existsb_exists in Hw. destruct Hw as [p' [Hp Hw]].
      destruct (Em p' Hp) as [q' [Hq E']].
      apply existsb_exists. exists q'. split; [exact Hq|eauto].
    - apply andb_true_iff in Hw. destruct Hw as [Hn Hw].
      apply andb_true_iff. split.
      + destruct (moves p) as [|p' l] eqn:Ep; [discriminate|].
        destruct (Em p' (or_introl eq_refl)) as [q' [Hq _]].
        destruct (moves q); [contradiction|reflexivity].
      + apply forallb_forall. intros q' Hq.
        destruct (Em' q' Hq) as [p' [Hp E']].
        rewrite forallb_forall in Hw. apply (IH p' q' (eq_sym E')). auto. }
  intros p q E. destruct (winsb h n p) eqn:Ep, (winsb h n q) eqn:Eq; try reflexivity.
  - rewrite (H p q E Ep) in Eq. congruence.
  - rewrite (H q p (eq_sym E) Eq) in Ep. congruence.
Qed.

Lemma is_won_winsb (p : pos) n : is_won p = true -> winsb h n p = true.
Proof. unfold is_won. destruct n; simpl; destruct (result p); congruence. Qed.

Lemma result_winsb (p : pos) n o : result p = Some o -> is_win h o = true -> winsb h n p = true.
Proof. intros Hr Hw. destruct n; simpl; rewrite Hr; exact Hw. Qed.

Lemma theirs_winsb (p : pos) n :
  result p = None -> player_eqb (to_move p) (other h) = true -> is_nil (moves p) = false ->
  (forall q, In q (moves p) -> winsb h n q = true) -> winsb h (S n) p = true.
Proof.
  intros Hr Ht Hm Hq. simpl. rewrite Hr.
  apply player_eqb_iff in Ht. rewrite Ht.
  replace (player_eqb (other h) h) with false by (destruct h; reflexivity).
  rewrite Hm. simpl. apply forallb_forall. exact Hq.
Qed.

Lemma mine_winsb (p : pos) n q :
  result p = None -> player_eqb (to_move p) h = true ->
  In q (moves p) -> winsb h n q = true -> winsb h (S n) p = true.
Proof.
  intros Hr Ht Hq Hw. simpl. rewrite Hr, Ht. apply existsb_exists. eauto.
Qed.

Lemma wins_at_once_winsb p n :
  result p = None -> player_eqb (to_move p) h = true ->
  wins_at_once p = true -> winsb h (S n) p = true.
Proof.
  intros Hr Ht Hw. apply existsb_exists in Hw. destruct Hw as [q [Hq Hw]].
  eapply mine_winsb; eauto. apply is_won_winsb. exact Hw.
Qed.

Lemma wins_by_force_winsb p :
  result p = None -> player_eqb (to_move p) h = true ->
  wins_by_force p = true -> winsb h 2 p = true.
Proof.
  intros Hr Ht Hw. apply existsb_exists in Hw. destruct Hw as [q [Hq Hw]].
  destruct (result q) eqn:Eq; [discriminate|].
  rewrite some_and_all_eq, andb_assoc in Hw.
  apply andb_true_iff in Hw. destruct Hw as [Hw Hall].
  apply andb_true_iff in Hw. destruct Hw as [Ht' Hn].
  apply (mine_winsb p 1 q); auto.
  apply theirs_winsb; auto.
  - destruct (is_nil (moves q)); [discriminate|reflexivity].
  - intros r Hrq. apply is_won_winsb. rewrite forallb_forall in Hall. auto.
Qed.

(** Every entry of rank [r] is won in at most [2 r] plies. *)
Definition entries_are_won (n : nat) : Prop :=
  forall p e, lookup (key p) T = Some e -> N.to_nat (rank e) <= n ->
  1 <= N.to_nat (rank e) /\ winsb h (2 * N.to_nat (rank e)) p = true.

Lemma is_proved_winsb n bound p :
  entries_are_won n -> (N.to_nat bound <= S n) -> result p = None ->
  is_proved bound p = true -> winsb h (2 * (N.to_nat bound - 1)) p = true.
Proof.
  intros He Hb Hr Hp. unfold is_proved in Hp.
  apply andb_true_iff in Hp. destruct Hp as [Ht Hp].
  assert (Hleaf : (1 <? bound)%N = true -> winsb h 2 p = true ->
                  winsb h (2 * (N.to_nat bound - 1)) p = true).
  { intros Hb1 Hw. apply N.ltb_lt in Hb1. eapply winsb_more; [|exact Hw]. lia. }
  destruct (lookup (key p) T) as [e|] eqn:El.
  - apply orb_true_iff in Hp. destruct Hp as [Hp|Hp].
    + apply N.ltb_lt in Hp. destruct (He p e El) as [H1 Hw]; [lia|].
      eapply winsb_more; [|exact Hw]. lia.
    + apply andb_true_iff in Hp. destruct Hp as [Hp Ho].
      apply andb_true_iff in Hp. destruct Hp as [Hb1 _].
      apply Hleaf; auto. apply wins_at_once_winsb; auto.
  - apply andb_true_iff in Hp. destruct Hp as [Hp Ho].
    apply andb_true_iff in Hp. destruct Hp as [Hb1 _].
    apply Hleaf; auto. apply orb_true_iff in Ho. destruct Ho as [Ho|Ho].
    + apply wins_at_once_winsb; auto.
    + apply wins_by_force_winsb; auto.
Qed.

Lemma is_answered_winsb n bound q :
  entries_are_won n -> (N.to_nat bound <= S n) -> result q = None ->
  is_answered bound q = true -> winsb h (S (2 * (N.to_nat bound - 1))) q = true.
Proof.
  intros He Hb Hr Hq. unfold is_answered in Hq. rewrite some_and_all_eq, andb_assoc in Hq.
  apply andb_true_iff in Hq. destruct Hq as [Hq Hall].
  apply andb_true_iff in Hq. destruct Hq as [Ht Hn].
  apply theirs_winsb; auto.
  - destruct (is_nil (moves q)); [discriminate|reflexivity].
  - intros r Hrq. rewrite forallb_forall in Hall. specialize (Hall r Hrq).
    destruct (result r) as [o|] eqn:Er.
    + eapply result_winsb; eauto.
    + eapply is_proved_winsb; eauto.
Qed.

Lemma every_entry_is_won : every win_entry [] T = true -> forall n, entries_are_won n.
Proof.
  intros Hall. induction n as [|n IH]; intros p e El Hn;
  pose proof (every_lookup _ _ _ _ _ Hall El) as He; simpl in He; unfold win_entry in He;
  destruct (decode (key p)) as [p0|]; try discriminate;
  apply andb_true_iff in He; destruct He as [He Hm];
  apply andb_true_iff in He; destruct He as [He H1];
  apply andb_true_iff in He; destruct He as [Ht Hk];
  apply N.leb_le in H1; apply cells_eqb_iff in Hk.
  - lia.
  - split; [lia|].
    rewrite <- (winsb_key _ p0 p Hk).
    destruct (result p0) eqn:Er; [discriminate|].
    destruct (numbered (move_number e) (moves p0)) as [q|] eqn:Eq; [|discriminate].
    apply numbered_in in Eq.
    replace (2 * N.to_nat (rank e)) with (S (S (2 * (N.to_nat (rank e) - 1)))) by lia.
    apply (mine_winsb p0 _ q); auto.
    destruct (result q) as [o|] eqn:Eo.
    + eapply result_winsb; eauto.
    + apply (is_answered_winsb n); auto.
Qed.

Lemma rank_of_winsb bound p :
  every win_entry [] T = true -> result p = None -> is_proved bound p = true ->
  winsb h (2 * N.to_nat (rank_of p)) p = true.
Proof.
  intros Hall Hr Hp. unfold rank_of, is_proved in *.
  apply andb_true_iff in Hp. destruct Hp as [Ht Hp].
  destruct (lookup (key p) T) as [e|] eqn:El.
  - destruct (every_entry_is_won Hall (N.to_nat (rank e)) p e El) as [_ Hw]; [lia|exact Hw].
  - apply andb_true_iff in Hp. destruct Hp as [_ Ho].
    apply orb_true_iff in Ho. destruct Ho as [Ho|Ho].
    + apply wins_at_once_winsb; auto.
    + apply wins_by_force_winsb; auto.
Qed.

Lemma fold_max_le : forall l x, In x l -> (x <= fold_right N.max 0 l)%N.
Proof.
  induction l as [|y l IH]; intros x H; [contradiction|].
  simpl. destruct H as [H|H]; [subst; lia|]. specialize (IH x H). lia.
Qed.

(** The win is even one that takes at most [plies root] plies, by recursion. *)
Lemma check_win_winsb root :
  check_win root = true -> winsb h (N.to_nat (plies root)) root = true.
Proof.
  unfold check_win, plies. intros H.
  apply andb_true_iff in H. destruct H as [H Hall].
  destruct (result root) eqn:Er; [discriminate|].
  destruct (player_eqb (to_move root) h) eqn:Et.
  - pose proof (rank_of_winsb _ _ Hall Er H) as Hw.
    replace (N.to_nat (2 * rank_of root)) with (2 * N.to_nat (rank_of root)) by lia. exact Hw.
  - unfold is_answered in H. rewrite some_and_all_eq, andb_assoc in H.
    apply andb_true_iff in H. destruct H as [H Hq].
    apply andb_true_iff in H. destruct H as [Ht Hn].
    set (m := fold_right N.max 0%N (map rank_of (moves root))).
    replace (N.to_nat (1 + 2 * m)) with (S (2 * N.to_nat m)) by lia.
    apply theirs_winsb; auto.
    + destruct (is_nil (moves root)); [discriminate|reflexivity].
    + intros r Hr. rewrite forallb_forall in Hq. specialize (Hq r Hr).
      destruct (result r) as [o|] eqn:Eo.
      * eapply result_winsb; eauto.
      * pose proof (rank_of_winsb _ _ Hall Eo Hq) as Hw.
        eapply winsb_more; [|exact Hw].
        assert (rank_of r <= m)%N by (apply fold_max_le, in_map; exact Hr). lia.
Qed.

(** The strategy of a closed set: a move after which every reply stays in the set. *)
Definition staying (p : pos) : pos := match find is_closed (moves p) with Some q => q | None => p end.

Lemma is_closed_key p q : key p = key q -> is_closed p = true -> is_closed q = true.
Proof.
  intros E. destruct (key_ok p q E) as [Et [Er Em]].
  destruct (key_ok q p (eq_sym E)) as [_ [_ Em']].
  unfold is_closed. rewrite <- Er, <- Et. destruct (result p); [trivial|].
  rewrite !some_and_all_eq, !andb_assoc.
  intros H. apply andb_true_iff in H. destruct H as [H Hall].
  apply andb_true_iff in H. destruct H as [Ht Hn].
  apply andb_true_iff. split; [apply andb_true_iff; split; [exact Ht|]|].
  - destruct (moves p) as [|p' l] eqn:Ep; [discriminate|].
    destruct (Em p' (or_introl eq_refl)) as [q' [Hq _]].
    destruct (moves q); [contradiction|reflexivity].
  - apply forallb_forall. intros q' Hq.
    destruct (Em' q' Hq) as [p' [Hp E']].
    destruct (key_ok q' p' E') as [Et' [Er' _]].
    rewrite forallb_forall in Hall. specialize (Hall p' Hp).
    unfold is_safe in *. rewrite Er', Et', E'. exact Hall.
Qed.

(** Where the strategy keeps the play. *)
Definition is_held (p : pos) : bool :=
  is_closed p || match result p with Some _ => false | None => is_safe p end.

Lemma staying_spec p :
  every safe_entry [] T = true -> result p = None -> is_safe p = true ->
  In (staying p) (moves p) /\ is_closed (staying p) = true.
Proof.
  intros Hall Hr Hs. unfold is_safe in Hs.
  apply andb_true_iff in Hs. destruct Hs as [Ht Hl].
  destruct (lookup (key p) T) as [e|] eqn:El; [|discriminate].
  pose proof (every_lookup _ _ _ _ _ Hall El) as He. simpl in He. unfold safe_entry in He.
  destruct (decode (key p)) as [p0|]; [|discriminate].
  apply andb_true_iff in He. destruct He as [He Hm].
  apply andb_true_iff in He. destruct He as [He _].
  apply andb_true_iff in He. destruct He as [_ Hk]. apply cells_eqb_iff in Hk.
  destruct (result p0); [discriminate|].
  destruct (numbered (move_number e) (moves p0)) as [q0|] eqn:Eq; [|discriminate].
  apply numbered_in in Eq.
  destruct (key_ok p0 p Hk) as [_ [_ Em]]. destruct (Em q0 Eq) as [q [Hq E]].
  unfold staying. destruct (find is_closed (moves p)) as [q'|] eqn:Ef.
  - apply find_some in Ef. exact Ef.
  - pose proof (find_none _ _ Ef q Hq) as Hc.
    rewrite (is_closed_key q0 q E Hm) in Hc. discriminate.
Qed.

Lemma staying_holds p q :
  every safe_entry [] T = true -> is_held p = true -> result p = None -> In q (moves p) ->
  (to_move p = h -> q = staying p) -> is_held q = true.
Proof.
  intros Hall Hh Hr Hq Hs. unfold is_held in *. rewrite Hr in Hh.
  apply orb_true_iff in Hh. destruct Hh as [Hh|Hh].
  - unfold is_closed in Hh. rewrite Hr, some_and_all_eq, andb_assoc in Hh.
    apply andb_true_iff in Hh. destruct Hh as [_ Hh].
    rewrite forallb_forall in Hh. specialize (Hh q Hq).
    unfold is_closed. destruct (result q); [rewrite Hh; reflexivity|].
    rewrite Hh. apply orb_true_r.
  - assert (Ht : to_move p = h).
    { unfold is_safe in Hh. apply andb_true_iff in Hh. apply player_eqb_iff. apply Hh. }
    rewrite (Hs Ht). destruct (staying_spec p Hall Hr Hh) as [_ Hc]. rewrite Hc. reflexivity.
Qed.

Lemma end_of_cons (p q : pos) l : end_of p (q :: l) = end_of q l.
Proof.
  unfold end_of. destruct l as [|r l]; [reflexivity|]. cbn [last].
  revert r. induction l as [|s l IH]; intros r; [reflexivity|]. cbn [last]. apply IH.
Qed.

Lemma staying_plays : every safe_entry [] T = true ->
  forall l p, is_held p = true -> is_play p l -> follows staying h p l -> is_held (end_of p l) = true.
Proof.
  intros Hall. induction l as [|q l IH]; intros p Hh Hp Hf; [exact Hh|].
  simpl in Hp, Hf. destruct Hp as [Hr [Hq Hp]]. destruct Hf as [Hs Hf].
  rewrite end_of_cons. apply IH; auto. eapply staying_holds; eauto.
Qed.

Lemma is_held_end p :
  every safe_entry [] T = true -> is_held p = true ->
  match result p with Some o => o <> Wins (other h) | None => can_go_on staying h p end.
Proof.
  intros Hall Hh. unfold is_held in Hh. destruct (result p) as [o|] eqn:Hr.
  - rewrite orb_false_r in Hh. unfold is_closed in Hh. rewrite Hr in Hh.
    intros E. subst. unfold is_not_lost in Hh. destruct h; discriminate.
  - apply orb_true_iff in Hh. destruct Hh as [Hh|Hh].
    + unfold is_closed in Hh. rewrite Hr, some_and_all_eq, andb_assoc in Hh.
      apply andb_true_iff in Hh. destruct Hh as [Hh _].
      apply andb_true_iff in Hh. destruct Hh as [Ht Hn].
      split.
      * intros E. rewrite E in Hn. discriminate.
      * apply player_eqb_iff in Ht. intros E. rewrite Ht in E. destruct h; discriminate.
    + destruct (staying_spec p Hall Hr Hh) as [Hi _]. split; [|auto].
      intros E. rewrite E in Hi. contradiction.
Qed.

End Check.

(** ** The two theorems *)

Theorem accepted_win {G : game} (key : position G -> list cell) decode h T leaves root :
  respects key ->
  check_win key decode h T leaves root = true ->
  forces_win h (N.to_nat (plies key h T root)) root.
Proof.
  intros Hk H. apply winsb_forces. eapply check_win_winsb; eassumption.
Qed.

Theorem accepted_not_lost {G : game} (key : position G -> list cell) decode h T root :
  respects key ->
  check_not_lost key decode h T root = true ->
  does_not_lose h root.
Proof.
  intros Hk H. unfold check_not_lost in H.
  apply andb_true_iff in H. destruct H as [H Hall].
  exists (staying key h T). intros l Hp Hf.
  apply (is_held_end key decode h T Hk); [exact Hall|].
  eapply staying_plays; eauto.
  unfold is_held. destruct (result root) eqn:Er; [discriminate|].
  destruct (player_eqb (to_move root) h).
  - rewrite H. apply orb_true_r.
  - rewrite H. reflexivity.
Qed.
