import { defineLifecycle } from "../../kit/lifecycle.ts";

/**
 * One settlement of a merchant's book and currency. Lines are frozen when it is closed; void ends a batch that settles
 * nothing: its lines wait for the next one.
 */
export const settlementLifecycle = defineLifecycle(["open", "closed", "confirmed", "settled", "void"], "open", {
  close: { from: ["open"], to: "closed" },
  confirm: { from: ["closed"], to: "confirmed" },
  settle: { from: ["confirmed"], to: "settled" },
  /** Below the least amount that is settled, or without lines, by the closing itself. */
  carry: { from: ["open"], to: "void" },
  void: { from: ["closed", "confirmed"], to: "void" },
});

export type SettlementState = (typeof settlementLifecycle.states)[number];
export type SettlementAction = keyof typeof settlementLifecycle.actions;

/** States in which a batch keeps lines from everything else: refunds are no longer netted against them. */
export const frozenStates: readonly SettlementState[] = ["closed", "confirmed"];

/** States in which risk may hold a batch back, and let it go. */
export const holdableStates: readonly SettlementState[] = ["open", "closed", "confirmed"];
