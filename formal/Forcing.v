(** Forced wins by recursion over the number of plies, and the strategy that comes of it.

    [winsb h n p] is computed; a strategy is read off it: always play to the position that is won soonest.
    The distance then falls with every ply, so that no position comes twice: a forced win is one under
    every rule of repetition. *)

From Andor Require Import Game.
From Coq Require Import Lia.

Definition is_win (h : player) (o : outcome) : bool :=
  match o with Wins p => player_eqb p h | Draw => false end.

Lemma player_eqb_iff a b : player_eqb a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.

Lemma player_eqb_false a b : player_eqb a b = false <-> a <> b.
Proof. destruct a, b; simpl; split; congruence. Qed.

Lemma is_win_iff h o : is_win h o = true <-> o = Wins h.
Proof.
  destruct o as [p|]; simpl; [|split; congruence].
  rewrite player_eqb_iff; split; congruence.
Qed.

Lemma other_ne p : p <> other p.
Proof. destruct p; discriminate. Qed.

Definition is_nil {A} (l : list A) : bool := match l with [] => true | _ => false end.

Lemma is_nil_false {A} (l : list A) : is_nil l = false <-> l <> [].
Proof. destruct l; simpl; split; congruence. Qed.

Section Forcing.
Context {G : game}.
Variable h : player.

(** [h] wins in at most [n] plies. *)
Fixpoint winsb (n : nat) (p : position G) : bool :=
  match result p with
  | Some o => is_win h o
  | None =>
    match n with
    | 0 => false
    | S n' =>
      if player_eqb (to_move p) h then existsb (winsb n') (moves p)
      else negb (is_nil (moves p)) && forallb (winsb n') (moves p)
    end
  end.

Lemma winsb_more n : forall m p, n <= m -> winsb n p = true -> winsb m p = true.
Proof.
  induction n as [|n IH]; intros m p Hm Hw.
  - destruct m; simpl in *; destruct (result p); congruence.
  - destruct m as [|m]; [lia|].
    simpl in *. destruct (result p); [assumption|].
    assert (Hm' : n <= m) by lia.
    destruct (player_eqb (to_move p) h).
    + apply existsb_exists in Hw. destruct Hw as [q [Hq Hw]].
      apply existsb_exists. exists q. split; eauto.
    + apply andb_true_iff in Hw. destruct Hw as [Hn Hw].
      rewrite Hn. simpl. apply forallb_forall. intros q Hq.
      rewrite forallb_forall in Hw. eauto.
Qed.

(** The least number of plies, at most [n], or [n]. *)
Fixpoint distance (n : nat) (p : position G) : nat :=
  match n with
  | 0 => 0
  | S n' => if winsb n' p then distance n' p else n
  end.

Lemma distance_wins n p : winsb n p = true -> winsb (distance n p) p = true.
Proof.
  induction n as [|n IH]; [trivial|].
  intros H. cbn [distance]. destruct (winsb n p) eqn:E; auto.
Qed.

Lemma distance_least n p : forall m, winsb m p = true -> distance n p <= m.
Proof.
  induction n as [|n IH]; intros m Hm; cbn [distance]; [lia|].
  destruct (winsb n p) eqn:E; auto.
  destruct (Nat.le_gt_cases m n) as [Hle|Hgt]; [|lia].
  rewrite (winsb_more m n p Hle Hm) in E. discriminate.
Qed.

Lemma distance_le n p : distance n p <= n.
Proof.
  induction n as [|n IH]; cbn [distance]; [lia|].
  destruct (winsb n p); lia.
Qed.

(** The strategy: a move to a position that is won in one ply less. *)
Definition soonest (n : nat) (p : position G) : position G :=
  match find (winsb (pred (distance n p))) (moves p) with
  | Some q => q
  | None => p
  end.

Lemma soonest_spec n p :
  winsb n p = true -> result p = None -> to_move p = h ->
  In (soonest n p) (moves p) /\ winsb (pred (distance n p)) (soonest n p) = true.
Proof.
  intros Hw Hr Ht. apply distance_wins in Hw.
  unfold soonest. destruct (distance n p) as [|d]; simpl in *.
  - rewrite Hr in Hw. discriminate.
  - rewrite Hr in Hw. apply player_eqb_iff in Ht. rewrite Ht in Hw.
    destruct (find (winsb d) (moves p)) as [q|] eqn:E.
    + apply find_some in E. exact E.
    + apply existsb_exists in Hw. destruct Hw as [q [Hq Hw]].
      rewrite (find_none _ _ E q Hq) in Hw. discriminate.
Qed.

(** A move of either side, [h] following [soonest], brings the win nearer. *)
Lemma soonest_nearer n p q :
  winsb n p = true -> result p = None -> In q (moves p) ->
  (to_move p = h -> q = soonest n p) ->
  winsb n q = true /\ distance n q < distance n p.
Proof.
  intros Hw Hr Hq Hs.
  assert (Hd : winsb (pred (distance n p)) q = true /\ 0 < distance n p).
  { pose proof (distance_wins n p Hw) as Hd.
    destruct (distance n p) as [|d] eqn:Ed; simpl in Hd; rewrite Hr in Hd; [discriminate|].
    split; [|lia]. simpl.
    destruct (player_eqb (to_move p) h) eqn:Et.
    - apply player_eqb_iff in Et. rewrite (Hs Et).
      destruct (soonest_spec n p Hw Hr Et) as [_ Hw']. rewrite Ed in Hw'. exact Hw'.
    - apply andb_true_iff in Hd. destruct Hd as [_ Hd].
      rewrite forallb_forall in Hd. auto. }
  destruct Hd as [Hd Hpos].
  pose proof (distance_le n p).
  split.
  - eapply winsb_more; [|exact Hd]. lia.
  - pose proof (distance_least n q _ Hd). lia.
Qed.

Lemma winsb_end n p :
  winsb n p = true ->
  match result p with Some o => o = Wins h | None => can_go_on (soonest n) h p end.
Proof.
  intros Hw. destruct (result p) as [o|] eqn:Hr.
  - destruct n; simpl in Hw; rewrite Hr in Hw; apply is_win_iff; exact Hw.
  - assert (Hm : moves p <> []).
    { destruct n; simpl in Hw; rewrite Hr in Hw; [discriminate|].
      destruct (player_eqb (to_move p) h).
      - apply existsb_exists in Hw. destruct Hw as [q [Hq _]].
        destruct (moves p); [contradiction|discriminate].
      - apply andb_true_iff in Hw. destruct Hw as [Hn _].
        destruct (moves p); [discriminate|discriminate]. }
    split; [exact Hm|]. intros Ht.
    exact (proj1 (soonest_spec n p Hw Hr Ht)).
Qed.

Lemma soonest_plays n : forall l p,
  winsb n p = true -> is_play p l -> follows (soonest n) h p l ->
  winsb n (end_of p l) = true /\ length l + distance n (end_of p l) <= distance n p.
Proof.
  induction l as [|q l IH]; intros p Hw Hp Hf.
  - unfold end_of. simpl. auto.
  - simpl in Hp, Hf. destruct Hp as [Hr [Hq Hp]]. destruct Hf as [Hs Hf].
    destruct (soonest_nearer n p q Hw Hr Hq Hs) as [Hw' Hd].
    destruct (IH q Hw' Hp Hf) as [He Hl].
    assert (E : end_of p (q :: l) = end_of q l).
    { unfold end_of. destruct l; [reflexivity|]. cbn [last]. clear.
      revert p0. induction l; intros; [reflexivity|]. cbn [last]. apply IHl. }
    rewrite E. simpl. split; [exact He|lia].
Qed.

Theorem winsb_forces n p : winsb n p = true -> forces_win h n p.
Proof.
  intros Hw. exists (soonest n). intros l Hp Hf.
  destruct (soonest_plays n l p Hw Hp Hf) as [He Hl].
  split.
  - pose proof (distance_le n p). lia.
  - apply winsb_end. exact He.
Qed.

End Forcing.
