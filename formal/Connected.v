(** Connection in Lines of Action: what [is_connected] computes is that any two men are joined by a chain of
    neighbours of the same colour. *)

From Andor Require Import Game Board Forcing Loa.
From Coq Require Import Lia.

Lemma partition_filter {A} (f : A -> bool) l : partition f l = (filter f l, filter (fun x => negb (f x)) l).
Proof.
  induction l as [|x l IH]; [reflexivity|]. simpl. rewrite IH. destruct (f x); reflexivity.
Qed.

Section Connected.
Variable B : loa_board.

(** A chain of men from [s] to another square. *)
Inductive joined (men : list square) (s : square) : square -> Prop :=
| joined_same : joined men s s
| joined_step t u : joined men s t -> In u men -> is_near B t u = true -> joined men s u.

Lemma joined_more men men' s t : (forall x, In x men -> In x men') -> joined men s t -> joined men' s t.
Proof. intros H J. induction J; econstructor; eauto. Qed.

Lemma joined_trans men s t u : joined men s t -> joined men t u -> joined men s u.
Proof. intros J1 J2. induction J2; [exact J1|]. econstructor; eauto. Qed.

Lemma unconnected_spec : forall n front rest,
  length rest < n ->
  let left_over := unconnected B n front rest in
  (forall x, In x left_over -> In x rest) /\
  (forall x, In x rest -> In x left_over \/ exists f, In f front /\ joined rest f x) /\
  (forall x y, In y left_over -> In x front \/ (In x rest /\ ~ In x left_over) -> is_near B x y = false).
Proof.
  induction n as [|n IH]; intros front rest Hn; [lia|].
  cbn [unconnected]. destruct front as [|f front].
  - split; [auto|]. split; [auto|]. intros x y _ [[]|[H1 H2]]. contradiction.
  - set (test := fun t => existsb (fun s => is_near B s t) (f :: front)).
    destruct (partition test rest) as [near far] eqn:Ep.
    assert (Hnear : forall x, In x near <-> In x rest /\ test x = true).
    { intros x. rewrite partition_filter in Ep. injection Ep as E1 E2. subst. apply filter_In. }
    assert (Hfar : forall x, In x far <-> In x rest /\ test x = false).
    { intros x. rewrite partition_filter in Ep. injection Ep as E1 E2. subst.
      rewrite filter_In, negb_true_iff. reflexivity. }
    assert (Hlength : length near + length far = length rest).
    { symmetry. apply (partition_length test). exact Ep. }
    assert (Htest : forall x, test x = true -> In x rest -> exists g, In g (f :: front) /\ joined rest g x).
    { intros x Hx Hin. apply existsb_exists in Hx. destruct Hx as [g [Hg Hx]].
      exists g. split; [exact Hg|]. econstructor; [constructor|exact Hin|exact Hx]. }
    assert (Hno : forall x y, In y far -> In x (f :: front) -> is_near B x y = false).
    { intros x y Hy Hx. apply Hfar in Hy. destruct Hy as [_ Hy].
      destruct (is_near B x y) eqn:E; [|reflexivity].
      rewrite <- Hy. symmetry. apply existsb_exists. eauto. }
    destruct near as [|g near].
    + (* Nothing is near: everything is left over. *)
      assert (E : unconnected B n [] far = far) by (destruct n; reflexivity).
      rewrite E. split; [|split].
      * intros x Hx. apply Hfar in Hx. tauto.
      * intros x Hx. left. apply Hfar. split; [exact Hx|].
        destruct (test x) eqn:Et; [|reflexivity].
        destruct (proj2 (Hnear x) (conj Hx Et)).
      * intros x y Hy [Hx|[Hx Hx']]; [apply Hno; auto|].
        exfalso. apply Hx'. apply Hfar. split; [exact Hx|].
        destruct (test x) eqn:Et; [|reflexivity].
        destruct (proj2 (Hnear x) (conj Hx Et)).
    + simpl in Hlength. destruct (IH (g :: near) far) as [I1 [I2 I3]]; [lia|].
      split; [|split].
      * intros x Hx. apply I1, Hfar in Hx. tauto.
      * intros x Hx. destruct (test x) eqn:Et; [right; auto|].
        destruct (I2 x) as [H|[k [Hk Hj]]]; [apply Hfar; auto|left; exact H|].
        right. apply Hnear in Hk. destruct Hk as [Hk Hkt].
        destruct (Htest k Hkt Hk) as [e [He Hje]].
        exists e. split; [exact He|]. eapply joined_trans; [exact Hje|].
        eapply joined_more; [|exact Hj]. intros z Hz. apply Hfar in Hz. tauto.
      * intros x y Hy [Hx|[Hx Hx']]; [apply Hno; auto|].
        apply I3; [exact Hy|]. destruct (test x) eqn:Et.
        -- left. apply Hnear. auto.
        -- right. split; [apply Hfar; auto|exact Hx'].
Qed.

Theorem is_connected_iff men :
  NoDup men ->
  (forall s t, In s men -> In t men -> is_near B s t = is_near B t s) ->
  (is_connected B men = true <-> men <> [] /\ forall s t, In s men -> In t men -> joined men s t).
Proof.
  intros Hnd Hsym. destruct men as [|s rest]; cbn [is_connected].
  { split; [discriminate|]. intros [H _]. congruence. }
  assert (Hback : forall x y, In x (s :: rest) -> joined (s :: rest) x y -> joined (s :: rest) y x).
  { intros x y Hx J.
    assert (H : In y (s :: rest) /\ joined (s :: rest) y x).
    { induction J as [|t u J [Ht IH] Hu Hn]; [split; [exact Hx|constructor]|].
      split; [exact Hu|]. rewrite Hsym in Hn by auto.
      eapply joined_trans; [|exact IH]. econstructor; [constructor|exact Ht|exact Hn]. }
    apply H. }
  destruct (unconnected_spec (S (length rest)) [s] rest) as [H1 [H2 H3]]; [lia|].
  set (left_over := unconnected B (S (length rest)) [s] rest) in *.
  split.
  - intros Hnil. destruct left_over; [|discriminate Hnil].
    assert (Hs : forall x, In x (s :: rest) -> joined (s :: rest) s x).
    { intros x [Hx|Hx]; [subst; constructor|].
      destruct (H2 x Hx) as [[]|[f [[Hf|[]] J]]]. subst f.
      eapply joined_more; [|exact J]. intros z Hz. right. exact Hz. }
    split; [discriminate|]. intros x y Hx Hy.
    eapply joined_trans; [|apply Hs; exact Hy].
    apply Hback; [left; reflexivity|]. apply Hs. exact Hx.
  - intros [_ Hall]. destruct left_over as [|y l] eqn:El; [reflexivity|exfalso].
    assert (Hy : In y rest) by (apply H1; left; reflexivity).
    assert (Hout : forall x, joined (s :: rest) s x -> In x (s :: rest) /\ ~ In x (y :: l)).
    { intros x J. induction J as [|t u J [Ht IH] Hu Hn].
      - split; [left; reflexivity|]. intros H. apply H1 in H. inversion Hnd. contradiction.
      - split; [exact Hu|]. intros H. rewrite (H3 t u H) in Hn; [discriminate|].
        destruct Ht as [Ht|Ht]; [left; left; exact Ht|right; split; [exact Ht|exact IH]]. }
    destruct (Hout y) as [_ H]; [apply Hall; [left; reflexivity|right; exact Hy]|].
    apply H. left. reflexivity.
Qed.

End Connected.
