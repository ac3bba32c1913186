(** What the theorems rest on beside Coq itself: the build prints it, and wants to read "Closed under the global
    context" each time. *)

From Andor Require Import Theorems Repetition Connected SymmetricRules Superko SuperkoHistory.

Print Assumptions verified.
Print Assumptions verified_limited.
Print Assumptions verified_with_repetition.
Print Assumptions verified_draw.
Print Assumptions verified_draw_with_repetition.
Print Assumptions no_two_winners.
Print Assumptions forced_wins_end.
Print Assumptions is_connected_iff.
Print Assumptions accepted_tree.
Print Assumptions accepted_tree_with_entries.
Print Assumptions accepted_tree_with_history.
Print Assumptions Two_roads.images_are_the_same_game.
Print Assumptions Two_roads.but_not_under_superko.
