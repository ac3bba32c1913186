(** Positions that are images of each other under the symmetries of a board are the same game, if the symmetries
    are a group and keep targets and results. So they may share a key. *)

From Andor Require Import Game Board Games Trie Keys Forcing Certificate.
From Coq Require Import FMapPositive Lia.

Lemma get_set_same b s c : get (set s c b) s = c.
Proof. unfold get, set. rewrite PositiveMap.gss. reflexivity. Qed.

Lemma get_set_other b s t c : t <> s -> get (set s c b) t = get b t.
Proof. intros H. unfold get, set. rewrite PositiveMap.gso; auto. Qed.

Lemma man_injective c d : man c = man d -> c = d.
Proof. destruct c, d; simpl; congruence. Qed.

Lemma in_insert_square s t l : In s (insert_square t l) <-> s = t \/ In s l.
Proof.
  induction l as [|u l IH]; simpl; [intuition|].
  destruct (Pos.compare t u) eqn:E; simpl.
  - apply Pos.compare_eq in E. subst. intuition.
  - intuition.
  - rewrite IH. intuition.
Qed.

Lemma in_sorted s l : In s (sorted l) <-> In s l.
Proof.
  induction l as [|t l IH]; simpl; [intuition|].
  rewrite in_insert_square, IH. intuition.
Qed.

(** ** The order of keys *)

Lemma cells_leb_refl k : cells_leb k k = true.
Proof. induction k as [|[] k IH]; simpl; auto. Qed.

Lemma cells_leb_total : forall k l, cells_leb k l = false -> cells_leb l k = true.
Proof. induction k as [|[] k IH]; intros [|[] l]; simpl; intros; try congruence; auto. Qed.

Lemma cells_leb_antisym : forall k l, cells_leb k l = true -> cells_leb l k = true -> k = l.
Proof.
  induction k as [|[] k IH]; intros [|[] l]; simpl; intros; try congruence; f_equal; auto.
Qed.

Lemma cells_leb_trans : forall k l m, cells_leb k l = true -> cells_leb l m = true -> cells_leb k m = true.
Proof.
  induction k as [|[] k IH]; intros [|[] l] [|[] m]; simpl; intros; try congruence; eauto.
Qed.

Lemma least_in : forall ks k, In (least k ks) (k :: ks).
Proof.
  induction ks as [|l ks IH]; intros k; [left; reflexivity|].
  cbn [least]. destruct (cells_leb k l).
  - destruct (IH k) as [H|H]; [left; exact H|right; right; exact H].
  - destruct (IH l) as [H|H]; [right; left; exact H|right; right; exact H].
Qed.

Lemma least_le : forall ks k x, In x (k :: ks) -> cells_leb (least k ks) x = true.
Proof.
  induction ks as [|l ks IH]; intros k x Hx.
  - destruct Hx as [Hx|[]]. subst. apply cells_leb_refl.
  - cbn [least]. destruct (cells_leb k l) eqn:E.
    + destruct Hx as [Hx|[Hx|Hx]].
      * apply IH. left. exact Hx.
      * subst. eapply cells_leb_trans; [apply IH; left; reflexivity|exact E].
      * apply IH. right. exact Hx.
    + apply cells_leb_total in E. destruct Hx as [Hx|[Hx|Hx]].
      * subst. eapply cells_leb_trans; [apply IH; left; reflexivity|exact E].
      * apply IH. left. exact Hx.
      * apply IH. right. exact Hx.
Qed.

Lemma least_eq k ks l ls :
  (forall x, In x (k :: ks) -> In x (l :: ls)) -> (forall x, In x (l :: ls) -> In x (k :: ks)) ->
  least k ks = least l ls.
Proof.
  intros H1 H2. apply cells_leb_antisym; apply least_le; [apply H2|apply H1]; apply least_in.
Qed.

(** ** Groups of symmetries *)

Definition is_in {A} (dec : forall x y : A, {x = y} + {x <> y}) (x : A) (l : list A) : bool :=
  if in_dec dec x l then true else false.

Lemma is_in_iff {A} dec (x : A) l : is_in dec x l = true <-> In x l.
Proof. unfold is_in. destruct (in_dec dec x l); split; intros; auto; discriminate. Qed.

Definition squares_dec : forall k l : list square, {k = l} + {k <> l} := list_eq_dec Pos.eq_dec.

Definition squares_eqb (k l : list square) : bool := if squares_dec k l then true else false.

Lemma squares_eqb_iff k l : squares_eqb k l = true <-> k = l.
Proof. unfold squares_eqb. destruct (squares_dec k l); split; congruence. Qed.

Fixpoint is_nodup (l : list square) : bool :=
  match l with [] => true | s :: l' => negb (is_in Pos.eq_dec s l') && is_nodup l' end.

Lemma is_nodup_nodup l : is_nodup l = true -> NoDup l.
Proof.
  induction l as [|s l IH]; simpl; intros H; constructor;
  apply andb_true_iff in H; destruct H as [H1 H2]; auto.
  intros Hi. apply (is_in_iff Pos.eq_dec) in Hi. rewrite Hi in H1. discriminate.
Qed.

Section Symmetry.
Variable rules : men_rules.
Variable images : list (list square).

Notation all := (squares rules).
Notation group := (all :: images).

(** The square that [s] of the image comes from. *)
Definition follow (image : list square) (s : square) : square :=
  match find (fun x => Pos.eqb (fst x) s) (combine all image) with Some x => snd x | None => s end.

(** The identity and the images are a group of permutations of the squares. *)
Definition is_group : bool :=
  is_nodup all &&
  forallb (fun r => Nat.eqb (length r) (length all) && forallb (fun s => is_in Pos.eq_dec s all) r) group &&
  forallb (fun r => forallb (fun s => is_in squares_dec (map (follow r) s) group) group) group &&
  forallb (fun r => existsb (fun s => squares_eqb (map (follow r) s) all && squares_eqb (map (follow s) r) all) group) group.

(** [b'] is the image of [b]. *)
Definition is_image (r : list square) (b b' : board) : Prop :=
  forall s, In s all -> get b' s = get b (follow r s).

(** The symmetries keep the rules. *)
Definition keep_rules : Prop :=
  forall r, In r group -> forall c b b', is_image r b b' ->
  ended rules c b' = ended rules c b /\
  forall s t, In s all -> In t (targets rules b' c s) ->
  In t all /\ In (follow r t) (targets rules b c (follow r s)).

Lemma follow_all_aux : forall l r, NoDup l -> length r = length l ->
  map (fun s => match find (fun x => Pos.eqb (fst x) s) (combine l r) with Some x => snd x | None => s end) l = r.
Proof.
  induction l as [|a l IH]; intros [|b r] Hn Hl; simpl in *; try discriminate; [reflexivity|].
  inversion Hn; subst. rewrite Pos.eqb_refl. f_equal.
  etransitivity; [|apply IH; auto]. apply map_ext_in. intros s Hs.
  destruct (Pos.eqb a s) eqn:E; [|reflexivity].
  apply Pos.eqb_eq in E. subst. contradiction.
Qed.

Hypothesis group_ok : is_group = true.

Lemma group_facts :
  NoDup all /\
  (forall r, In r group -> length r = length all /\ forall s, In s r -> In s all) /\
  (forall r s, In r group -> In s group -> In (map (follow r) s) group) /\
  (forall r, In r group -> exists s, In s group /\ map (follow r) s = all /\ map (follow s) r = all).
Proof.
  pose proof group_ok as H. unfold is_group in H.
  apply andb_true_iff in H. destruct H as [H Hinv].
  apply andb_true_iff in H. destruct H as [H Hcomp].
  apply andb_true_iff in H. destruct H as [Hnd Hlen].
  rewrite forallb_forall in Hinv, Hcomp, Hlen.
  split; [apply is_nodup_nodup; exact Hnd|]. split; [|split].
  - intros r Hr. specialize (Hlen r Hr). apply andb_true_iff in Hlen. destruct Hlen as [Hl Hs].
    split; [apply Nat.eqb_eq; exact Hl|]. intros s Hin. rewrite forallb_forall in Hs.
    apply (is_in_iff Pos.eq_dec). auto.
  - intros r s Hr Hs. specialize (Hcomp r Hr). rewrite forallb_forall in Hcomp.
    apply (is_in_iff squares_dec). auto.
  - intros r Hr. specialize (Hinv r Hr). apply existsb_exists in Hinv. destruct Hinv as [s [Hs H]].
    apply andb_true_iff in H. destruct H as [H1 H2].
    exists s. split; [exact Hs|]. split; apply squares_eqb_iff; assumption.
Qed.

Lemma follow_all r : In r group -> map (follow r) all = r.
Proof.
  intros Hr. destruct group_facts as [Hn [Hl _]].
  apply follow_all_aux; [exact Hn|apply Hl; exact Hr].
Qed.

Lemma follow_in r s : In r group -> In s all -> In (follow r s) all.
Proof.
  intros Hr Hs. destruct group_facts as [_ [Hl _]].
  apply (proj2 (Hl r Hr)). apply (in_map (follow r)) in Hs. rewrite (follow_all r Hr) in Hs. exact Hs.
Qed.

Lemma follow_compose r s : In r group -> In s group ->
  exists t, In t group /\ forall x, In x all -> follow t x = follow r (follow s x).
Proof.
  intros Hr Hs. destruct group_facts as [_ [_ [Hc _]]].
  exists (map (follow r) s). split; [auto|].
  apply (ext_in_map (f := follow (map (follow r) s)) (g := fun x => follow r (follow s x))).
  rewrite follow_all by auto. rewrite <- (map_map (follow s) (follow r)), (follow_all s Hs). reflexivity.
Qed.

Lemma follow_inverse r : In r group ->
  exists s, In s group /\
  (forall x, In x all -> follow r (follow s x) = x) /\ (forall x, In x all -> follow s (follow r x) = x).
Proof.
  intros Hr. destruct group_facts as [_ [_ [_ Hi]]]. destruct (Hi r Hr) as [s [Hs [H1 H2]]].
  exists s. split; [exact Hs|].
  rewrite <- (follow_all s Hs), map_map in H1. rewrite <- (follow_all r Hr), map_map in H2.
  rewrite <- (map_id all) in H1 at 2. rewrite <- (map_id all) in H2 at 2.
  split; [exact (ext_in_map H1)|exact (ext_in_map H2)].
Qed.

Lemma image_back r b b' : In r group -> is_image r b b' ->
  exists s, In s group /\ is_image s b' b /\ (forall x, In x all -> follow r (follow s x) = x)
    /\ (forall x, In x all -> follow s (follow r x) = x).
Proof.
  intros Hr Hi. destruct (follow_inverse r Hr) as [s [Hs [H1 H2]]].
  exists s. split; [exact Hs|]. split; [|auto]. intros x Hx.
  rewrite (Hi (follow s x)) by (apply follow_in; auto). rewrite H1 by exact Hx. reflexivity.
Qed.

(** ** Keys *)

Lemma seen_image r b b' s : In r group -> is_image r b b' -> In s group ->
  cells_seen b' s = cells_seen b (map (follow r) s).
Proof.
  intros Hr Hi Hs. unfold cells_seen. rewrite map_map. apply map_ext_in. intros x Hx.
  apply Hi. destruct group_facts as [_ [Hl _]]. apply (proj2 (Hl s Hs)). exact Hx.
Qed.

Lemma seen_incl r b b' : In r group -> is_image r b b' ->
  forall x, In x (map (cells_seen b') group) -> In x (map (cells_seen b) group).
Proof.
  intros Hr Hi x Hx. apply in_map_iff in Hx. destruct Hx as [s [Ex Hs]]. subst x.
  rewrite (seen_image r b b' s Hr Hi Hs). apply in_map.
  destruct group_facts as [_ [_ [Hc _]]]. auto.
Qed.

Lemma key_image r c b b' : In r group -> is_image r b b' ->
  canonical_key rules images (c, b) = canonical_key rules images (c, b').
Proof.
  intros Hr Hi. destruct (image_back r b b' Hr Hi) as [s [Hs [Hi' _]]].
  unfold canonical_key. f_equal. apply least_eq.
  - exact (seen_incl s b' b Hs Hi').
  - exact (seen_incl r b b' Hr Hi).
Qed.

Lemma key_eq_image c b c' b' :
  canonical_key rules images (c, b) = canonical_key rules images (c', b') ->
  c = c' /\ exists r, In r group /\ is_image r b b'.
Proof.
  unfold canonical_key. intros E. injection E as Ec El.
  split; [apply man_injective; exact Ec|].
  pose proof (least_in (map (cells_seen b) images) (cells_seen b all)) as H1.
  pose proof (least_in (map (cells_seen b') images) (cells_seen b' all)) as H2.
  rewrite El in H1.
  apply (in_map_iff (cells_seen b) group) in H1. destruct H1 as [r1 [E1 Hr1]].
  apply (in_map_iff (cells_seen b') group) in H2. destruct H2 as [r2 [E2 Hr2]].
  rewrite <- E2 in E1. unfold cells_seen in E1.
  rewrite <- (follow_all r1 Hr1), <- (follow_all r2 Hr2), !map_map in E1.
  pose proof (ext_in_map E1) as Hx. simpl in Hx.
  destruct (follow_inverse r2 Hr2) as [s [Hs [H2 _]]].
  destruct (follow_compose r1 s Hr1 Hs) as [r [Hr Hc]].
  exists r. split; [exact Hr|]. intros x Hin.
  rewrite Hc by exact Hin. rewrite Hx by (apply follow_in; auto).
  rewrite H2 by exact Hin. reflexivity.
Qed.

(** ** Moves *)

Lemma in_men s c b : In s (men_of rules c b) <-> In s all /\ get b s = man c.
Proof.
  unfold men_of. rewrite filter_In, cell_eqb_iff. reflexivity.
Qed.

Lemma in_steps c b q :
  In q (steps rules (c, b)) <->
  exists s t, In s all /\ get b s = man c /\ In t (targets rules b c s) /\ q = after c b s t.
Proof.
  unfold steps. rewrite in_flat_map. split.
  - intros [s [Hs Hq]]. apply in_men in Hs. destruct Hs as [Ha Hg].
    apply in_map_iff in Hq. destruct Hq as [t [Eq Ht]]. apply (proj1 (in_sorted _ _)) in Ht. subst q. exists s, t. exact (conj Ha (conj Hg (conj Ht eq_refl))).
  - intros [s [t [Ha [Hg [Ht Eq]]]]]. exists s. split; [apply in_men; auto|].
    subst. apply in_map. apply (proj2 (in_sorted _ _)). exact Ht.
Qed.

Hypothesis rules_ok : keep_rules.

(** A move of the image is, seen from the board that it is an image of, a move there. *)
Lemma step_image r c b b' q' : In r group -> is_image r b b' -> In q' (steps rules (c, b')) ->
  exists q, In q (steps rules (c, b)) /\ canonical_key rules images q = canonical_key rules images q'.
Proof.
  intros Hr Hi Hq. apply in_steps in Hq. destruct Hq as [s [t [Hs [Hg [Ht Eq]]]]]. subst q'.
  destruct (rules_ok r Hr c b b' Hi) as [_ Hm]. destruct (Hm s t Hs Ht) as [Hta Ht'].
  exists (after c b (follow r s) (follow r t)). split.
  - apply in_steps. exists (follow r s), (follow r t). split; [apply follow_in; auto|].
    split; [rewrite <- (Hi s Hs); exact Hg|]. split; [exact Ht'|reflexivity].
  - unfold after. apply (key_image r); [exact Hr|].
    destruct (follow_inverse r Hr) as [u [Hu [_ Hinj]]].
    assert (Hne : forall x y, In x all -> In y all -> x <> y -> follow r x <> follow r y).
    { intros x y Hx Hy Hxy E. apply Hxy. rewrite <- (Hinj x Hx), <- (Hinj y Hy), E. reflexivity. }
    intros x Hx.
    destruct (Pos.eq_dec x t) as [->|Hxt]; [rewrite !get_set_same; reflexivity|].
    rewrite !(get_set_other _ t), !(get_set_other _ (follow r t)) by auto.
    destruct (Pos.eq_dec x s) as [->|Hxs]; [rewrite !get_set_same; reflexivity|].
    rewrite !get_set_other by auto. apply Hi. exact Hx.
Qed.

Lemma steps_nil r c b b' : In r group -> is_image r b b' -> steps rules (c, b) = [] -> steps rules (c, b') = [].
Proof.
  intros Hr Hi E. destruct (steps rules (c, b')) as [|q' l] eqn:E'; [reflexivity|].
  destruct (step_image r c b b' q' Hr Hi) as [q [Hq _]]; [rewrite E'; left; reflexivity|].
  rewrite E in Hq. contradiction.
Qed.

Theorem symmetric_images_share_a_key : respects (G := men_game rules) (canonical_key rules images).
Proof.
  intros [c b] [c' b'] E. destruct (key_eq_image c b c' b' E) as [<- [r [Hr Hi]]].
  destruct (image_back r b b' Hr Hi) as [s [Hs [Hi' _]]].
  assert (Hnil : steps rules (c, b) = [] <-> steps rules (c, b') = []).
  { split; [apply (steps_nil r)|apply (steps_nil s)]; auto. }
  split; [reflexivity|]. split.
  - cbn [result men_game fst snd]. destruct (rules_ok r Hr c b b' Hi) as [He _].
    rewrite He. destruct (ended rules c b); [reflexivity|].
    destruct (stuck rules); try reflexivity.
    destruct (steps rules (c, b)), (steps rules (c, b')); try reflexivity;
    destruct Hnil as [H1 H2]; try (specialize (H1 eq_refl); discriminate); try (specialize (H2 eq_refl); discriminate).
  - intros p' Hp. cbn [moves men_game fst snd] in *.
    assert (Hcase : (In p' (steps rules (c, b))) \/
      (stuck rules = Passes /\ steps rules (c, b) = [] /\ p' = (other c, b))).
    { destruct (stuck rules); [|left; exact Hp|left; exact Hp].
      destruct (steps rules (c, b)) as [|q l]; [|left; exact Hp].
      right. destruct Hp as [Hp|[]]. auto. }
    destruct Hcase as [Hin|[Hpass [Hnone Ep]]].
    + destruct (step_image s c b' b p' Hs Hi' Hin) as [q [Hq Eq]].
      exists q. split; [|symmetry; exact Eq].
      destruct (stuck rules); [|exact Hq|exact Hq].
      destruct (steps rules (c, b')); [contradiction|exact Hq].
    + subst p'. exists (other c, b'). rewrite Hpass, (proj1 Hnil Hnone).
      split; [left; reflexivity|]. apply (key_image r); auto.
Qed.

End Symmetry.
