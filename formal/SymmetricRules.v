(** The symmetries of Breakthrough, Lines of Action and Surakarta keep their rules: it is enough that they keep the
    tables of the board, and that is computed for the board at hand. *)

From Andor Require Import Game Board Games Trie Keys Forcing Certificate Symmetry Breakthrough Loa Surakarta Connected.
From Coq Require Import FMapPositive.

Section Tables.
Variable rules : men_rules.
Variable images : list (list square).
Hypothesis group_ok : is_group rules images = true.

Notation all := (squares rules).
Notation group := (squares rules :: images).
Notation follow := (follow rules).
Notation is_image := (is_image rules).

(** All squares of the list are squares, and their images are in the list. *)
Definition keeps_list (l : list square) : bool :=
  forallb (fun r => forallb (fun s => is_in Pos.eq_dec s all && is_in Pos.eq_dec (follow r s) l) l) group.

Definition keeps_table (table : PositiveMap.t (list square)) : bool :=
  forallb (fun r => forallb (fun s => forallb (fun t =>
    is_in Pos.eq_dec t all && is_in Pos.eq_dec (follow r t) (entries table (follow r s)))
    (entries table s)) all) group.

Lemma keeps_list_spec l r s : keeps_list l = true -> In r group -> In s l -> In s all /\ In (follow r s) l.
Proof.
  intros H Hr Hs. unfold keeps_list in H. rewrite forallb_forall in H. specialize (H r Hr).
  rewrite forallb_forall in H. specialize (H s Hs). apply andb_true_iff in H.
  rewrite !is_in_iff in H. exact H.
Qed.

Lemma keeps_table_spec table r s t :
  keeps_table table = true -> In r group -> In s all -> In t (entries table s) ->
  In t all /\ In (follow r t) (entries table (follow r s)).
Proof.
  intros H Hr Hs Ht. unfold keeps_table in H. rewrite forallb_forall in H. specialize (H r Hr).
  rewrite forallb_forall in H. specialize (H s Hs). rewrite forallb_forall in H. specialize (H t Ht).
  apply andb_true_iff in H. rewrite !is_in_iff in H. exact H.
Qed.

Lemma iff_eqb (a b : bool) : (a = true -> b = true) -> (b = true -> a = true) -> a = b.
Proof. destruct a, b; intros H1 H2; auto; symmetry; auto. Qed.

Definition occupied (l : list square) (c : player) (b : board) : bool :=
  existsb (fun s => cell_eqb (get b s) (man c)) l.

Lemma occupied_image l c r b b' :
  keeps_list l = true -> In r group -> is_image r b b' -> occupied l c b' = occupied l c b.
Proof.
  intros Hk Hr Hi.
  assert (H : forall r b b', In r group -> is_image r b b' -> occupied l c b' = true -> occupied l c b = true).
  { clear r b b' Hr Hi. intros r b b' Hr Hi H. apply existsb_exists in H. destruct H as [s [Hs H]].
    destruct (keeps_list_spec l r s Hk Hr Hs) as [Ha Hl].
    apply existsb_exists. exists (follow r s). split; [exact Hl|].
    rewrite <- (Hi s Ha). exact H. }
  destruct (image_back rules images group_ok r b b' Hr Hi) as [u [Hu [Hi' _]]].
  apply iff_eqb; eauto.
Qed.

Lemma keeps_squares : keeps_list all = true.
Proof.
  apply forallb_forall. intros r Hr. apply forallb_forall. intros s Hs.
  apply andb_true_iff. rewrite !is_in_iff. split; [exact Hs|].
  apply (follow_in rules images group_ok); auto.
Qed.

Lemma follow_eqb r s t : In r group -> In s all -> In t all ->
  Pos.eqb (follow r s) (follow r t) = Pos.eqb s t.
Proof.
  intros Hr Hs Ht. destruct (follow_inverse rules images group_ok r Hr) as [u [_ [_ Hu]]].
  apply iff_eqb; rewrite !Pos.eqb_eq; intros H; [|congruence].
  rewrite <- (Hu s Hs), <- (Hu t Ht), H. reflexivity.
Qed.

End Tables.

(** ** Breakthrough *)

Definition bt_symmetric (B : breakthrough_board) (images : list (list square)) : bool :=
  let rules := bt_rules B in
  is_group rules images &&
  forallb (fun c =>
    keeps_table rules images (bt_straight B c) && keeps_table rules images (bt_diagonal B c) &&
    keeps_list rules images (bt_goal B c)) [Black; White].

Theorem breakthrough_images B images :
  bt_symmetric B images = true -> respects (G := men_game (bt_rules B)) (canonical_key (bt_rules B) images).
Proof.
  intros H. unfold bt_symmetric in H. apply andb_true_iff in H. destruct H as [Hg H].
  rewrite forallb_forall in H.
  assert (Hc : forall c, keeps_table (bt_rules B) images (bt_straight B c) = true /\
    keeps_table (bt_rules B) images (bt_diagonal B c) = true /\ keeps_list (bt_rules B) images (bt_goal B c) = true).
  { intros c. specialize (H c). rewrite !andb_true_iff in H.
    destruct H as [[H1 H2] H3]; [destruct c; simpl; auto|auto]. }
  apply symmetric_images_share_a_key; [exact Hg|].
  intros r Hr c b b' Hi. split.
  - assert (Hgoal : forall d, bt_arrived B d b' = bt_arrived B d b).
    { intros d. apply (occupied_image _ _ Hg (bt_goal B d) d r); auto. apply Hc. }
    assert (Hmen : forall d, bt_has_men B d b' = bt_has_men B d b).
    { intros d. apply (occupied_image _ _ Hg (squares (bt_rules B)) d r); auto. apply keeps_squares. exact Hg. }
    simpl. unfold bt_ended. rewrite !Hgoal, !Hmen. reflexivity.
  - intros s t Hs Ht. simpl in Ht. unfold bt_targets in Ht.
    destruct (Hc c) as [H1 [H2 _]].
    apply in_app_or in Ht. destruct Ht as [Ht|Ht]; apply filter_In in Ht; destruct Ht as [Ht Hg'].
    + destruct (keeps_table_spec _ _ _ r s t H1 Hr Hs Ht) as [Ha Ht'].
      split; [exact Ha|]. apply in_or_app. left. apply filter_In. split; [exact Ht'|].
      rewrite <- (Hi t Ha). exact Hg'.
    + destruct (keeps_table_spec _ _ _ r s t H2 Hr Hs Ht) as [Ha Ht'].
      split; [exact Ha|]. apply in_or_app. right. apply filter_In. split; [exact Ht'|].
      rewrite <- (Hi t Ha). exact Hg'.
Qed.

(** ** Lines of Action *)

Definition line_dec : forall x y : list square * list square, {x = y} + {x <> y}.
Proof. decide equality; apply squares_dec. Defined.

Definition loa_symmetric (B : loa_board) (mover_wins stuck_loses : bool) (images : list (list square)) : bool :=
  let rules := loa_rules B mover_wins stuck_loses in
  let all := loa_squares B in
  is_group rules images &&
  keeps_table rules images (loa_near B) &&
  forallb (fun s => forallb (fun t => Bool.eqb (is_near B s t) (is_near B t s)) all) all &&
  forallb (fun r => forallb (fun s => forallb (fun line =>
    forallb (fun t => is_in Pos.eq_dec t all) (fst line ++ snd line) &&
    is_in line_dec (map (follow rules r) (fst line), map (follow rules r) (snd line))
      (entries (loa_lines B) (follow rules r s)))
    (entries (loa_lines B) s)) all) (all :: images).

Lemma count_men_image f b b' : forall l, (forall x, In x l -> get b' x = get b (f x)) ->
  count_men b (map f l) = count_men b' l.
Proof.
  induction l as [|s l IH]; intros H; [reflexivity|]. simpl.
  rewrite <- (H s) by (left; reflexivity). rewrite IH by (intros x Hx; apply H; right; exact Hx). reflexivity.
Qed.

Lemma landing_image f b b' c : forall l n, (forall x, In x l -> get b' x = get b (f x)) ->
  landing b c n (map f l) = map f (landing b' c n l).
Proof.
  induction l as [|s l IH]; intros n H; [destruct n; reflexivity|]. destruct n as [|n]; simpl;
  rewrite <- (H s) by (left; reflexivity).
  - destruct (cell_eqb (get b' s) (man c)); reflexivity.
  - destruct (cell_eqb (get b' s) (man (other c))); [reflexivity|].
    apply IH. intros x Hx. apply H. right. exact Hx.
Qed.

Lemma landing_in b c : forall l n t, In t (landing b c n l) -> In t l.
Proof.
  induction l as [|s l IH]; intros n t H; [destruct n; contradiction|]. destruct n as [|n]; simpl in H.
  - destruct (cell_eqb (get b s) (man c)); [contradiction|].
    destruct H as [H|[]]. left. exact H.
  - destruct (cell_eqb (get b s) (man (other c))); [contradiction|]. right. eauto.
Qed.

Lemma is_near_iff B s t : is_near B s t = true <-> In t (entries (loa_near B) s).
Proof.
  unfold is_near. rewrite existsb_exists. split.
  - intros [x [Hx E]]. apply Pos.eqb_eq in E. subst. exact Hx.
  - intros H. exists t. split; [exact H|apply Pos.eqb_refl].
Qed.

Section Loa.
Variable B : loa_board.
Variables mover_wins stuck_loses : bool.
Variable images : list (list square).
Notation rules := (loa_rules B mover_wins stuck_loses).
Hypothesis group_ok : is_group rules images = true.
Hypothesis near_ok : keeps_table rules images (loa_near B) = true.
Hypothesis near_sym : forall s t, In s (loa_squares B) -> In t (loa_squares B) -> is_near B s t = is_near B t s.

Lemma in_loa_men s c b : In s (loa_men B c b) <-> In s (loa_squares B) /\ get b s = man c.
Proof. unfold loa_men. rewrite filter_In, cell_eqb_iff. reflexivity. Qed.

Lemma loa_connected_iff c b :
  is_connected B (loa_men B c b) = true <->
  loa_men B c b <> [] /\ forall s t, In s (loa_men B c b) -> In t (loa_men B c b) -> joined B (loa_men B c b) s t.
Proof.
  apply is_connected_iff.
  - apply NoDup_filter. exact (proj1 (group_facts rules images group_ok)).
  - intros s t Hs Ht. apply in_loa_men in Hs, Ht. apply near_sym; tauto.
Qed.

Lemma men_image r c b b' s : is_image rules r b b' -> In r (loa_squares B :: images) ->
  In s (loa_men B c b') -> In (follow rules r s) (loa_men B c b).
Proof.
  intros Hi Hr Hs. apply in_loa_men in Hs. destruct Hs as [Ha Hg]. apply in_loa_men. split.
  - apply (follow_in rules images group_ok); auto.
  - rewrite <- (Hi s Ha). exact Hg.
Qed.

Lemma connected_image r c b b' : is_image rules r b b' -> In r (loa_squares B :: images) ->
  is_connected B (loa_men B c b') = is_connected B (loa_men B c b).
Proof.
  assert (H : forall r b b', is_image rules r b b' -> In r (loa_squares B :: images) ->
    is_connected B (loa_men B c b') = true -> is_connected B (loa_men B c b) = true).
  { clear r b b'. intros r b b' Hi Hr H. apply loa_connected_iff in H. destruct H as [Hne H].
    destruct (image_back rules images group_ok r b b' Hr Hi) as [u [Hu [Hi' [H1 _]]]].
    apply loa_connected_iff. split.
    - destruct (loa_men B c b') as [|s l] eqn:E; [congruence|].
      intros E'. assert (Hs : In s (loa_men B c b')) by (rewrite E; left; reflexivity).
      apply (men_image r c b b' s Hi Hr) in Hs. rewrite E' in Hs. contradiction.
    - intros s t Hs Ht.
      pose proof (proj1 (proj1 (in_loa_men s c b) Hs)) as Hsa.
      pose proof (proj1 (proj1 (in_loa_men t c b) Ht)) as Hta.
      pose proof (men_image u c b' b s Hi' Hu Hs) as Hs'.
      pose proof (men_image u c b' b t Hi' Hu Ht) as Ht'.
      specialize (H _ _ Hs' Ht').
      rewrite <- (H1 s Hsa), <- (H1 t Hta).
      assert (J : forall x, joined B (loa_men B c b') (follow rules u s) x ->
        In x (loa_squares B) /\ joined B (loa_men B c b) (follow rules r (follow rules u s)) (follow rules r x)).
      { intros x J. induction J as [|y z J [Hy IH] Hz Hn].
        - split; [apply in_loa_men in Hs'; tauto|constructor].
        - split; [apply in_loa_men in Hz; tauto|].
          econstructor; [exact IH| |].
          + apply (men_image r c b b'); auto.
          + apply is_near_iff. apply is_near_iff in Hn.
            apply (keeps_table_spec rules images (loa_near B) r y z near_ok Hr Hy Hn). }
      apply J. exact H. }
  intros Hi Hr. destruct (image_back rules images group_ok r b b' Hr Hi) as [u [Hu [Hi' _]]].
  apply iff_eqb; eauto.
Qed.

Lemma no_men_image r c b b' : is_image rules r b b' -> In r (loa_squares B :: images) ->
  loa_men B c b' = [] <-> loa_men B c b = [].
Proof.
  assert (H : forall r b b', is_image rules r b b' -> In r (loa_squares B :: images) ->
    loa_men B c b = [] -> loa_men B c b' = []).
  { clear r b b'. intros r b b' Hi Hr E. destruct (loa_men B c b') as [|s l] eqn:E'; [reflexivity|].
    assert (Hs : In s (loa_men B c b')) by (rewrite E'; left; reflexivity).
    apply (men_image r c b b' s Hi Hr) in Hs. rewrite E in Hs. contradiction. }
  intros Hi Hr. destruct (image_back rules images group_ok r b b' Hr Hi) as [u [Hu [Hi' _]]].
  split; eauto.
Qed.

Lemma loa_ended_image r c b b' : is_image rules r b b' -> In r (loa_squares B :: images) ->
  loa_ended B mover_wins c b' = loa_ended B mover_wins c b.
Proof.
  intros Hi Hr. unfold loa_ended.
  rewrite (connected_image r c b b' Hi Hr), (connected_image r (other c) b b' Hi Hr).
  destruct (is_connected B (loa_men B c b)), (is_connected B (loa_men B (other c) b)); try reflexivity.
  pose proof (no_men_image r c b b' Hi Hr) as [M1 M2].
  pose proof (no_men_image r (other c) b b' Hi Hr) as [N1 N2].
  destruct (loa_men B c b), (loa_men B c b'), (loa_men B (other c) b), (loa_men B (other c) b');
  try reflexivity;
  try (discriminate (M1 eq_refl)); try (discriminate (M2 eq_refl));
  try (discriminate (N1 eq_refl)); try (discriminate (N2 eq_refl)).
Qed.

End Loa.

Theorem loa_images B mover_wins stuck_loses images :
  loa_symmetric B mover_wins stuck_loses images = true ->
  respects (G := men_game (loa_rules B mover_wins stuck_loses))
    (canonical_key (loa_rules B mover_wins stuck_loses) images).
Proof.
  intros H. unfold loa_symmetric in H.
  apply andb_true_iff in H. destruct H as [H Hlines].
  apply andb_true_iff in H. destruct H as [H Hsym].
  apply andb_true_iff in H. destruct H as [Hg Hnear].
  apply symmetric_images_share_a_key; [exact Hg|].
  assert (Hsym' : forall s t, In s (loa_squares B) -> In t (loa_squares B) -> is_near B s t = is_near B t s).
  { intros s t Hs Ht. rewrite forallb_forall in Hsym. specialize (Hsym s Hs).
    rewrite forallb_forall in Hsym. specialize (Hsym t Ht). apply eqb_prop. exact Hsym. }
  intros r Hr c b b' Hi. split.
  - apply (loa_ended_image B mover_wins stuck_loses images Hg Hnear Hsym' r); assumption.
  - intros s t Hs Ht. simpl in Ht. unfold loa_targets in Ht.
    apply in_flat_map in Ht. destruct Ht as [line [Hl Ht]].
    rewrite forallb_forall in Hlines. specialize (Hlines r Hr).
    rewrite forallb_forall in Hlines. specialize (Hlines s Hs).
    rewrite forallb_forall in Hlines. specialize (Hlines line Hl).
    apply andb_true_iff in Hlines. destruct Hlines as [Ha Hline].
    rewrite forallb_forall in Ha. apply is_in_iff in Hline.
    assert (Ha' : forall x, In x (fst line ++ snd line) -> In x (loa_squares B)).
    { intros x Hx. apply (is_in_iff Pos.eq_dec). auto. }
    assert (Himage : forall x, In x (fst line ++ snd line) ->
      get b' x = get b (follow (loa_rules B mover_wins stuck_loses) r x)).
    { intros x Hx. apply Hi. apply Ha'. exact Hx. }
    split.
    + apply Ha'. apply in_or_app. left. eapply landing_in. exact Ht.
    + simpl. unfold loa_targets. apply in_flat_map.
      eexists. split; [exact Hline|]. cbn [fst snd].
      rewrite !(count_men_image _ b b') by (intros x Hx; apply Himage, in_or_app; auto).
      rewrite (landing_image _ b b') by (intros x Hx; apply Himage, in_or_app; auto).
      apply in_map. exact Ht.
Qed.

(** ** Surakarta *)

Definition way_dec : forall x y : list (square * bool), {x = y} + {x <> y}.
Proof. apply list_eq_dec. decide equality; [apply bool_dec|apply Pos.eq_dec]. Defined.

Definition moved (f : square -> square) (way : list (square * bool)) : list (square * bool) :=
  map (fun x => (f (fst x), snd x)) way.

Definition sk_symmetric (B : surakarta_board) (images : list (list square)) : bool :=
  let rules := sk_rules B in
  let all := sk_squares B in
  is_group rules images &&
  keeps_table rules images (sk_near B) &&
  forallb (fun r => forallb (fun s => forallb (fun way =>
    forallb (fun x => is_in Pos.eq_dec (fst x) all) way &&
    is_in way_dec (moved (follow rules r) way) (entries (sk_travels B) (follow rules r s)))
    (entries (sk_travels B) s)) all) (all :: images).

Lemma meets_image f b b' c s : forall way,
  (forall x, In x (map fst way) -> get b' x = get b (f x) /\ Pos.eqb (f x) (f s) = Pos.eqb x s) ->
  meets b c (f s) (moved f way) = map f (meets b' c s way).
Proof.
  induction way as [|[t looped] way IH]; intros H; [reflexivity|]. simpl.
  destruct (H t (or_introl eq_refl)) as [Hg He]. rewrite He, <- Hg.
  rewrite IH by (intros x Hx; apply H; right; exact Hx).
  destruct (Pos.eqb t s || cell_eqb (get b' t) empty); [reflexivity|].
  destruct (looped && cell_eqb (get b' t) (man (other c))); reflexivity.
Qed.

Lemma meets_in b c s : forall way t, In t (meets b c s way) -> In t (map fst way).
Proof.
  induction way as [|[u looped] way IH]; intros t H; [contradiction|]. simpl in H.
  destruct (Pos.eqb u s || cell_eqb (get b u) empty); [right; auto|].
  destruct (looped && cell_eqb (get b u) (man (other c))); [|contradiction].
  destruct H as [H|[]]. left. exact H.
Qed.

Theorem surakarta_images B images :
  sk_symmetric B images = true -> respects (G := men_game (sk_rules B)) (canonical_key (sk_rules B) images).
Proof.
  intros H. unfold sk_symmetric in H.
  apply andb_true_iff in H. destruct H as [H Hways].
  apply andb_true_iff in H. destruct H as [Hg Hnear].
  apply symmetric_images_share_a_key; [exact Hg|].
  intros r Hr c b b' Hi. split.
  - assert (Hmen : forall d, sk_has_men B d b' = sk_has_men B d b).
    { intros d. apply (occupied_image _ _ Hg (squares (sk_rules B)) d r); auto. apply keeps_squares. exact Hg. }
    simpl. unfold sk_ended. rewrite !Hmen. reflexivity.
  - intros s t Hs Ht. simpl in Ht. unfold sk_targets in Ht. simpl. unfold sk_targets.
    apply in_app_or in Ht. destruct Ht as [Ht|Ht].
    + apply filter_In in Ht. destruct Ht as [Ht Hg'].
      destruct (keeps_table_spec _ _ _ r s t Hnear Hr Hs Ht) as [Ha Ht'].
      split; [exact Ha|]. apply in_or_app. left. apply filter_In. split; [exact Ht'|].
      rewrite <- (Hi t Ha). exact Hg'.
    + apply in_flat_map in Ht. destruct Ht as [way [Hw Ht]].
      rewrite forallb_forall in Hways. specialize (Hways r Hr).
      rewrite forallb_forall in Hways. specialize (Hways s Hs).
      rewrite forallb_forall in Hways. specialize (Hways way Hw).
      apply andb_true_iff in Hways. destruct Hways as [Ha Hway].
      rewrite forallb_forall in Ha. apply is_in_iff in Hway.
      assert (Ha' : forall x, In x (map fst way) -> In x (sk_squares B)).
      { intros x Hx. apply in_map_iff in Hx. destruct Hx as [y [E Hy]]. subst.
        apply (is_in_iff Pos.eq_dec). auto. }
      split; [apply Ha'; eapply meets_in; exact Ht|].
      apply in_or_app. right. apply in_flat_map. eexists. split; [exact Hway|].
      rewrite (meets_image _ b b').
      * apply in_map. exact Ht.
      * intros x Hx. split; [apply Hi, Ha'; exact Hx|].
        apply (follow_eqb (sk_rules B) images Hg); auto.
Qed.
