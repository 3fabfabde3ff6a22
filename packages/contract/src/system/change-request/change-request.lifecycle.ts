import { defineLifecycle } from "../../kit/lifecycle.ts";

/** A change that takes two people, from the asking to its end; nothing brings a decided one back. */
export const changeRequestLifecycle = defineLifecycle(
  ["waiting", "approved", "refused", "withdrawn", "expired", "stale"],
  "waiting",
  {
    /** Carried out by somebody else, in the same transaction. */
    approve: { from: ["waiting"], to: "approved" },
    refuse: { from: ["waiting"], to: "refused" },
    /** Taken back by whoever asked. */
    withdraw: { from: ["waiting"], to: "withdrawn" },
    /** Nobody decided in time. */
    expire: { from: ["waiting"], to: "expired" },
    /** What it would change is not what was shown any more. */
    overtake: { from: ["waiting"], to: "stale" },
  },
);

export type ChangeState = (typeof changeRequestLifecycle.states)[number];
export type ChangeStep = keyof typeof changeRequestLifecycle.actions;
