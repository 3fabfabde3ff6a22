import { localMemory } from "../state/local.ts";
import { createStore } from "../state/store.ts";

/** Live money, or the money of tests. The two never stand in one list or figure. */
export type PaymentModeName = "live" | "test";

const key = "paymentMode";

/** The book the reader looks at, in this browser: lists and figures of payments show the one or the other. */
export const paymentMode = createStore<PaymentModeName>(localMemory.read(key) === "test" ? "test" : "live");
paymentMode.subscribe(() => localMemory.write(key, paymentMode.get()));
