(** Repetition as a draw changes neither a forced win nor a game that is not lost. *)

From Andor Require Import Game Forcing.
From Coq Require Import Lia.

Section Repetition.
Context {G : game}.
Variable same : position G -> position G -> bool.
Variable h : player.
Variable k : nat.

Notation R := (drawn_by_repetition G same k).

(** ** Wins: where the win is nearer after every ply, nothing is repeated. *)

Lemma winsb_without_repetition :
  2 <= k ->
  (forall p q, same p q = true -> forall n, winsb h n p = winsb h n q) ->
  forall n p past,
  winsb h n p = true -> (forall x, In x past -> winsb h n x = false) ->
  winsb (G := R) h n (p, past) = true.
Proof.
  intros Hk Hsame. induction n as [|n IH]; intros p past Hw Hpast.
  - simpl in *. destruct (result p); [exact Hw|discriminate].
  - destruct (winsb h n p) eqn:En.
    + assert (Hpast' : forall x, In x past -> winsb h n x = false).
      { intros x Hx. destruct (winsb h n x) eqn:Ex; [|reflexivity].
        rewrite <- (Hpast x Hx). symmetry. eapply winsb_more; [|exact Ex]. lia. }
      eapply winsb_more; [|apply IH; eauto]. lia.
    + assert (Hocc : occurrences G same p past = 0).
      { unfold occurrences. clear IH. induction past as [|x past IHp]; [reflexivity|].
        simpl. destruct (same p x) eqn:Es.
        - pose proof (Hsame _ _ Es (S n)) as E. rewrite Hw, (Hpast x) in E; [discriminate|left; reflexivity].
        - apply IHp. intros y Hy. apply Hpast. right. exact Hy. }
      assert (Hpast' : forall x, In x (p :: past) -> winsb h n x = false).
      { intros x [Hx|Hx]; [subst; exact En|].
        destruct (winsb h n x) eqn:Ex; [|reflexivity].
        rewrite <- (Hpast x Hx). symmetry. eapply winsb_more; [|exact Ex]. lia. }
      cbn [winsb] in Hw. cbn [winsb result to_move moves drawn_by_repetition fst snd].
      rewrite Hocc.
      destruct (result p); [exact Hw|].
      replace (k <=? 1) with false by (symmetry; apply Nat.leb_gt; lia).
      destruct (player_eqb (to_move p) h).
      * apply existsb_exists in Hw. destruct Hw as [q [Hq Hw]].
        apply existsb_exists. exists (q, p :: past). split; [|auto].
        apply (in_map (fun q => (q, p :: past))). exact Hq.
      * apply andb_true_iff in Hw. destruct Hw as [Hn Hw].
        apply andb_true_iff. split; [destruct (moves p); [exact Hn|reflexivity]|].
        apply forallb_forall. intros y Hy.
        apply in_map_iff in Hy. destruct Hy as [q [Ey Hq]]. subst y.
        rewrite forallb_forall in Hw. auto.
Qed.

(** ** Not losing: a draw is no loss. *)

Lemma play_without_past : forall l x,
  is_play (G := R) x l -> is_play (fst x) (map fst l).
Proof.
  induction l as [|y l IH]; intros x Hp; simpl in *; [exact I|].
  destruct Hp as [Hr [Hy Hp]].
  destruct (result (fst x)) as [o|] eqn:E; [discriminate|].
  split; [reflexivity|]. split; [|apply IH; exact Hp].
  apply in_map_iff in Hy. destruct Hy as [q [Ey Hq]]. subst y. exact Hq.
Qed.

Lemma last_map {A B} (f : A -> B) : forall l d, last (map f l) (f d) = f (last l d).
Proof.
  induction l as [|a l IH]; intros d; [reflexivity|].
  destruct l as [|b l]; [reflexivity|].
  change (last (map f (b :: l)) (f d) = f (last (b :: l) d)). apply IH.
Qed.

Theorem does_not_lose_with_repetition p past :
  does_not_lose h p -> does_not_lose (G := R) h (p, past).
Proof.
  intros [s Hs].
  exists (fun x => (s (fst x), fst x :: snd x)).
  intros l Hp Hf.
  assert (Hf' : follows s h p (map fst l)).
  { clear Hs Hp. change p with (fst (p, past)). revert Hf. generalize (p, past). induction l as [|y l IH]; intros x Hf;
    simpl in *; [exact I|].
    destruct Hf as [H1 H2]. split; [|apply IH; exact H2].
    intros Ht. rewrite (H1 Ht). reflexivity. }
  specialize (Hs _ (play_without_past _ _ Hp) Hf').
  unfold end_of in *. change p with (fst (p, past)) in Hs. rewrite last_map in Hs.
  pose (e := last l (p, past) : position R).
  change (match result (fst e) with
          | Some o => o <> Wins (other h)
          | None => can_go_on s h (fst e)
          end) in Hs.
  change (match (match result (fst e) with
                 | Some o => Some o
                 | None => if k <=? S (occurrences G same (fst e) (snd e)) then Some Draw else None
                 end) with
          | Some o => o <> Wins (other h)
          | None => can_go_on (G := R) (fun x => (s (fst x), fst x :: snd x)) h e
          end).
  clearbody e.
  destruct (result (fst e)) as [o|]; [exact Hs|].
  destruct (k <=? S (occurrences G same (fst e) (snd e))); [discriminate|].
  destruct Hs as [Hm Hi]. split.
  - simpl. intros E. apply map_eq_nil in E. contradiction.
  - simpl. intros Ht. apply (in_map (fun q => (q, fst e :: snd e))). auto.
Qed.

End Repetition.

(** ** Play without end *)

(** The first [n] positions after the start of an endless play. *)
Definition beginning {A} (f : nat -> A) (n : nat) : list A := map f (seq 1 n).

Lemma beginning_is_play {G : game} (f : nat -> position G) :
  (forall n, result (f n) = None /\ In (f (S n)) (moves (f n))) ->
  forall n i, is_play (f i) (map f (seq (S i) n)).
Proof.
  intros Hf. induction n as [|n IH]; intros i; simpl; [exact I|].
  destruct (Hf i) as [Hr Hi]. split; [exact Hr|]. split; [exact Hi|]. apply IH.
Qed.

Lemma beginning_follows {G : game} (s : strategy G) h (f : nat -> position G) :
  (forall n, to_move (f n) = h -> f (S n) = s (f n)) ->
  forall n i, follows s h (f i) (map f (seq (S i) n)).
Proof.
  intros Hf. induction n as [|n IH]; intros i; simpl; [exact I|]. split; [apply Hf|apply IH].
Qed.

(** Against a forced win nobody plays for ever. *)
Theorem forced_wins_end {G : game} h n (p : position G) :
  forces_win h n p ->
  exists s : strategy G, forall f, is_endless_play p f ->
  ~ (forall i, to_move (f i) = h -> f (S i) = s (f i)).
Proof.
  intros [s Hs]. exists s. intros f [H0 Hf] Hfol.
  specialize (Hs (map f (seq 1 (S n)))). rewrite <- H0 in Hs.
  destruct Hs as [Hl _].
  - apply (beginning_is_play f Hf (S n) 0).
  - apply (beginning_follows s h f Hfol (S n) 0).
  - rewrite map_length, seq_length in Hl. lia.
Qed.
