(** What is proved, in the words of Game.v and of the rules of the games. *)

From Andor Require Import Game Board Games Trie Keys Forcing Repetition Certificate Limited Symmetry Verify.

(** ** 1. What the checker finds is true. *)

Lemma judged {G : game} (key : position G -> list cell) decode leaves c T root f :
  respects key -> judge key decode leaves c T root = Some f -> holds f root.
Proof.
  intros Hk H. unfold judge in H. destruct c as [h|h].
  - destruct (check_win key decode h T leaves root) eqn:E; [|discriminate].
    injection H as <-. eapply accepted_win; eassumption.
  - destruct (check_not_lost key decode h T root) eqn:E; [|discriminate].
    injection H as <-. eapply accepted_not_lost; eassumption.
Qed.

Theorem verified g leaves c T k f :
  verify g leaves c T k = Some f ->
  exists p, decode (rules_of g) k = Some p /\ holds (G := game_of g) f p.
Proof.
  unfold verify. intros H.
  destruct (is_symmetric g) eqn:Es; [|discriminate].
  destruct (decode (rules_of g) k) as [p|]; [|discriminate].
  exists p. split; [reflexivity|].
  eapply judged; [apply symmetric_respects; exact Es|exact H].
Qed.

(** Also with a limit of plies. *)
Theorem verified_limited g limit leaves c T k left f :
  verify_limited g limit leaves c T k left = Some f ->
  exists p, decode (rules_of g) k = Some p /\ holds (G := limited (game_of g)) f (p, left).
Proof.
  unfold verify_limited. intros H.
  destruct (is_symmetric g) eqn:Es; [|discriminate].
  destruct (decode (rules_of g) k) as [p|]; [|discriminate].
  exists p. split; [reflexivity|].
  destruct (left <=? limit)%N; [|discriminate].
  eapply judged; [apply limited_respects, symmetric_respects; exact Es|exact H].
Qed.

(** ** 2. It stays true where repetition is a draw: the third occurrence ([n = 3]), or any other but the first. *)

Lemma same_place_key g p q : is_symmetric g = true -> same_place (rules_of g) p q = true ->
  canonical_key (rules_of g) (images_of g) p = canonical_key (rules_of g) (images_of g) q.
Proof.
  destruct p as [c b], q as [d b']. intros Hs H. unfold same_place in H. simpl in H.
  apply andb_true_iff in H. destruct H as [Hc Hb].
  apply player_eqb_iff in Hc. apply cells_eqb_iff in Hb. subst d.
  pose proof (symmetric_group g Hs) as Hg.
  apply (key_image _ _ Hg (squares (rules_of g))); [left; reflexivity|].
  intros s Hin. pose proof (ext_in_map Hb) as Hx.
  assert (E : follow (rules_of g) (squares (rules_of g)) s = s).
  { pose proof (follow_all _ _ Hg (squares (rules_of g)) (or_introl eq_refl)) as Hid.
    rewrite <- (map_id (squares (rules_of g))) in Hid at 3.
    exact (ext_in_map Hid s Hin). }
  rewrite E. symmetry. auto.
Qed.

Theorem verified_with_repetition g leaves c T k f n :
  2 <= n ->
  verify g leaves c T k = Some f ->
  exists p, decode (rules_of g) k = Some p /\
  holds (G := drawn_by_repetition (game_of g) (same_place (rules_of g)) n) f (p, []).
Proof.
  intros Hn H. unfold verify in H.
  destruct (is_symmetric g) eqn:Es; [|discriminate].
  destruct (decode (rules_of g) k) as [p|]; [|discriminate].
  exists p. split; [reflexivity|].
  pose proof (symmetric_respects g Es) as Hk. unfold judge in H. destruct c as [h|h].
  - destruct (check_win _ _ h T leaves p) eqn:Ec; [|discriminate].
    injection H as <-. cbn [holds]. apply winsb_forces.
    apply winsb_without_repetition; [exact Hn| | |intros x []].
    + intros x y Hxy m. eapply winsb_key; [exact Hk|]. apply same_place_key; assumption.
    + eapply check_win_winsb; [exact Hk|exact Ec].
  - destruct (check_not_lost _ _ h T p) eqn:Ec; [|discriminate].
    injection H as <-. cbn [holds]. apply does_not_lose_with_repetition.
    eapply accepted_not_lost; [exact Hk|exact Ec].
Qed.

(** ** 3. Two closed sets, one for each player, make a draw. *)
Theorem verified_draw g leaves leaves' T T' k :
  verify g leaves (Claims_no_loss Black) T k = Some (Never_loses Black) ->
  verify g leaves' (Claims_no_loss White) T' k = Some (Never_loses White) ->
  exists p, decode (rules_of g) k = Some p /\ is_drawn (G := game_of g) p.
Proof.
  intros Hb Hw. apply verified in Hb. apply verified in Hw.
  destruct Hb as [p [Ep Hb]]. destruct Hw as [q [Eq Hw]].
  rewrite Ep in Eq. injection Eq as <-. exists p. split; [exact Ep|]. split; assumption.
Qed.

Theorem verified_draw_with_repetition g leaves leaves' T T' k n :
  2 <= n ->
  verify g leaves (Claims_no_loss Black) T k = Some (Never_loses Black) ->
  verify g leaves' (Claims_no_loss White) T' k = Some (Never_loses White) ->
  exists p, decode (rules_of g) k = Some p /\
  is_drawn (G := drawn_by_repetition (game_of g) (same_place (rules_of g)) n) (p, []).
Proof.
  intros Hn Hb Hw. apply (verified_with_repetition _ _ _ _ _ _ n Hn) in Hb.
  apply (verified_with_repetition _ _ _ _ _ _ n Hn) in Hw.
  destruct Hb as [p [Ep Hb]]. destruct Hw as [q [Eq Hw]].
  rewrite Ep in Eq. injection Eq as <-. exists p. split; [exact Ep|]. split; assumption.
Qed.

(** ** 4. Both players cannot win: the words mean what they say. *)
Theorem no_two_winners {G : game} h n m (p : position G) :
  forces_win h n p -> ~ does_not_lose (other h) p /\ ~ forces_win (other h) m p.
Proof.
  intros [s Hs].
  assert (H : forall t : strategy G,
    (forall l, is_play p l -> follows t (other h) p l ->
      match result (end_of p l) with Some o => o <> Wins h | None => can_go_on t (other h) (end_of p l) end) -> False).
  { intros t Ht.
    set (next := fun q => if player_eqb (to_move q) h then s q else t q).
    assert (Hline : forall i, exists l, length l = i /\ is_play p l /\ follows s h p l /\ follows t (other h) p l).
    { induction i as [|i [l [Hl [Hp [Hf Hg]]]]]; [exists []; simpl; auto|].
      destruct (Hs l Hp Hf) as [_ H1]. specialize (Ht l Hp Hg).
      destruct (result (end_of p l)) as [o|] eqn:Er; [congruence|].
      destruct H1 as [_ H1]. destruct Ht as [_ H2].
      exists (l ++ [next (end_of p l)]).
      split; [rewrite app_length; simpl; rewrite Hl; apply Nat.add_1_r|].
      assert (Hin : In (next (end_of p l)) (moves (end_of p l))).
      { unfold next. destruct (player_eqb (to_move (end_of p l)) h) eqn:Et.
        - apply player_eqb_iff in Et. auto.
        - apply player_eqb_false in Et. apply H2. destruct (to_move (end_of p l)), h; simpl in *; congruence. }
      assert (Hends : (to_move (end_of p l) = h -> next (end_of p l) = s (end_of p l)) /\
        (to_move (end_of p l) = other h -> next (end_of p l) = t (end_of p l))).
      { unfold next. destruct (player_eqb (to_move (end_of p l)) h) eqn:Et.
        - apply player_eqb_iff in Et. split; [auto|]. intros E. rewrite Et in E. destruct h; discriminate.
        - apply player_eqb_false in Et. split; [contradiction|auto]. }
      clear Hs Hl H1 H2 i. revert Er Hin Hends. generalize (next (end_of p l)). intros q.
      revert p Hp Hf Hg. induction l as [|x l IH]; intros p Hp Hf Hg Er Hin [E1 E2].
      - cbn in *. intuition.
      - cbn in Hp, Hf, Hg. destruct Hp as [? [? Hp]]. destruct Hf as [? Hf]. destruct Hg as [? Hg].
        rewrite end_of_cons in *. destruct (IH x Hp Hf Hg Er Hin (conj E1 E2)) as [? [? ?]].
        cbn. intuition. }
    destruct (Hline (S n)) as [l [Hl [Hp [Hf _]]]].
    destruct (Hs l Hp Hf) as [Hle _]. rewrite Hl in Hle. exact (Nat.nle_succ_diag_l _ Hle). }
  split.
  - intros [t Ht]. apply (H t). intros l Hp Hf. specialize (Ht l Hp Hf).
    destruct (result (end_of p l)); [|exact Ht]. destruct h; exact Ht.
  - intros [t Ht]. apply (H t). intros l Hp Hf. destruct (Ht l Hp Hf) as [_ Ht'].
    destruct (result (end_of p l)) as [o|]; [|exact Ht']. subst o. destruct h; discriminate.
Qed.
