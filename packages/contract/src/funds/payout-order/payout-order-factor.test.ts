import { expect, test } from "vitest";
import { cashout } from "../cashout/cashout.ts";
import { payoutOrder } from "./payout-order.ts";

const own: Readonly<Record<string, { readonly kind: string; readonly stepUp?: boolean }>> = payoutOrder.operations;

test("what asks for a fresh factor of a withdrawal asks for one of a payout order", () => {
  const lacking = Object.entries(cashout.operations as typeof own)
    .filter(([name, { kind, stepUp }]) => kind === "command" && stepUp && own[name] && !own[name].stepUp)
    .map(([name]) => name);
  expect(lacking).toEqual([]);
});
