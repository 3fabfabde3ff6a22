import { defineLifecycle } from "../../kit/lifecycle.ts";

/** Money that came and is no merchant's, from the moment it is known to where it ends. */
export const dueLifecycle = defineLifecycle(
  ["open", "awaiting_approval", "to_return", "returned", "booked", "withdrawn"],
  "open",
  {
    /** Above the limit one person asks for it, and another one approves. */
    propose: { from: ["open"], to: "awaiting_approval" },
    /** Turned down by the second person, or taken back by the first. */
    drop: { from: ["awaiting_approval"], to: "open" },
    /** All of it is applied to the order. */
    book: { from: ["open", "awaiting_approval"], to: "booked" },
    /** What is left of it, or all, goes back to the payer. */
    return: { from: ["open", "awaiting_approval"], to: "to_return" },
    /** The gateway gave it back to the payer. */
    sendBack: { from: ["to_return"], to: "returned" },
    /** The payer's bank sent it back to us. */
    bounce: { from: ["returned", "booked", "withdrawn"], to: "to_return" },
    /** More of the same payment came after somebody had decided: what was decided was decided of less. */
    grow: { from: ["awaiting_approval", "to_return", "returned", "booked", "withdrawn"], to: "open" },
    /** The gateway was asked, and it was never there. */
    withdraw: { from: ["open", "awaiting_approval", "to_return"], to: "withdrawn" },
  },
);

export type DueState = (typeof dueLifecycle.states)[number];
export type DueStep = keyof typeof dueLifecycle.actions;
