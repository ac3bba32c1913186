(** A set of keys with values, as a tree: keys are lists of cells, and each cell says which way to go.

    The checker looks at every value of the tree, with its key; so what is found in it was looked at. How the tree
    came about does not matter, and nothing is proved of [insert]. *)

From Andor Require Import Game Board.

Lemma cell_eqb_iff a b : cell_eqb a b = true <-> a = b.
Proof. destruct a, b; simpl; split; congruence. Qed.

Lemma cells_eqb_iff k : forall l, cells_eqb k l = true <-> k = l.
Proof.
  induction k as [|a k IH]; intros [|b l]; simpl; split; try congruence.
  - intros H. apply andb_true_iff in H. destruct H as [Ha Hk].
    apply cell_eqb_iff in Ha. apply IH in Hk. congruence.
  - intros H. injection H as Ha Hk. apply andb_true_iff.
    split; [apply cell_eqb_iff|apply IH]; assumption.
Qed.

Section Trie.
Context {V : Type}.

Inductive trie :=
| Nothing
| Node (here : option V) (if_empty if_black if_white : trie).

Fixpoint lookup (k : list cell) (t : trie) : option V :=
  match t with
  | Nothing => None
  | Node here e b w =>
    match k with
    | [] => here
    | empty :: k' => lookup k' e
    | black :: k' => lookup k' b
    | white :: k' => lookup k' w
    end
  end.

Definition parts (t : trie) : option V * trie * trie * trie :=
  match t with
  | Nothing => (None, Nothing, Nothing, Nothing)
  | Node here e b w => (here, e, b, w)
  end.

Fixpoint insert (k : list cell) (v : V) (t : trie) : trie :=
  let '(here, e, b, w) := parts t in
  match k with
  | [] => Node (Some v) e b w
  | empty :: k' => Node here (insert k' v e) b w
  | black :: k' => Node here e (insert k' v b) w
  | white :: k' => Node here e b (insert k' v w)
  end.

(** Whether all values pass a test; [way] is the way from the root, backwards. *)
Fixpoint every (test : list cell -> V -> bool) (way : list cell) (t : trie) : bool :=
  match t with
  | Nothing => true
  | Node here e b w =>
    match here with Some v => test (rev way) v | None => true end &&
    every test (empty :: way) e && every test (black :: way) b && every test (white :: way) w
  end.

Lemma every_lookup test : forall t way k v,
  every test way t = true -> lookup k t = Some v -> test (rev way ++ k) v = true.
Proof.
  induction t as [|here e IHe b IHb w IHw]; intros way k v Ht Hl.
  - destruct k; discriminate.
  - simpl in Ht.
    apply andb_true_iff in Ht. destruct Ht as [Ht Hw].
    apply andb_true_iff in Ht. destruct Ht as [Ht Hb].
    apply andb_true_iff in Ht. destruct Ht as [Ht He].
    destruct k as [|[] k]; simpl in Hl.
    + subst. rewrite app_nil_r. exact Ht.
    + apply (IHe _ _ _ He) in Hl. simpl in Hl. rewrite <- app_assoc in Hl. exact Hl.
    + apply (IHb _ _ _ Hb) in Hl. simpl in Hl. rewrite <- app_assoc in Hl. exact Hl.
    + apply (IHw _ _ _ Hw) in Hl. simpl in Hl. rewrite <- app_assoc in Hl. exact Hl.
Qed.

Fixpoint count (t : trie) : N :=
  match t with
  | Nothing => 0%N
  | Node here e b w =>
    ((match here with Some _ => 1 | None => 0 end) + count e + count b + count w)%N
  end.

End Trie.

Arguments trie V : clear implicits.
