import { localMemory } from "../state/local.ts";
import { createStore } from "../state/store.ts";

/** Live money, or the money of tests. The two never stand in one list or figure. */
export type PaymentModeName = "live" | "test";

const key = "paymentMode";

const chosen = (): PaymentModeName | undefined => {
  const stored = localMemory.read(key);
  return stored === "live" || stored === "test" ? stored : undefined;
};

/** The book the reader looks at, in this browser: lists and figures of payments show the one or the other. */
export const paymentMode = createStore<PaymentModeName>(chosen() ?? "live");

/** Shows the other book, and remembers the choice. */
export function choosePaymentMode(mode: PaymentModeName): void {
  localMemory.write(key, mode);
  paymentMode.set(mode);
}

/** Starts with the book that has something in it, until the reader chooses: an installation for trying has test money only. */
export const startPaymentMode = (isTrial: boolean): void => paymentMode.set(chosen() ?? (isTrial ? "test" : "live"));
