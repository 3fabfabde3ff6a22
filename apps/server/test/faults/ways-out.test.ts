import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { billLifecycle } from "@countinghouse/contract/funds/billing/bill.lifecycle.ts";
import { cashoutLifecycle } from "@countinghouse/contract/funds/cashout/cashout.lifecycle.ts";
import { depositLifecycle } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.lifecycle.ts";
import { payoutOrderLifecycle } from "@countinghouse/contract/funds/payout-order/payout-order.lifecycle.ts";
import { settlementLifecycle } from "@countinghouse/contract/funds/settlements/settlements.lifecycle.ts";
import { captureLifecycle } from "@countinghouse/contract/payments/capture/capture.lifecycle.ts";
import { orderLifecycle } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { refundLifecycle } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { attemptLifecycle } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import { dueLifecycle } from "@countinghouse/contract/payments/payment-due/payment-due.lifecycle.ts";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../../..");
const modules = path.join(root, "apps/server/src/modules");

const rows = readFileSync(path.join(root, "docs/reliability.md"), "utf8")
  .split("\n")
  .filter((line) =>
    /^\| (?:order|attempt|capture|due|refund|settlement|bill|deposit|cashout|payout_order) \| `/.test(line),
  )
  .map((line) => {
    const [, of = "", state = "", way = "", heldBy = ""] = line.split("|").map((cell) => cell.trim());
    const [file = "", title = ""] = heldBy.split(": ");
    return { of, state: state.replaceAll("`", ""), way, file: file.replaceAll("`", ""), title };
  });

const lifecycles = {
  order: orderLifecycle,
  attempt: attemptLifecycle,
  capture: captureLifecycle,
  due: dueLifecycle,
  refund: refundLifecycle,
  settlement: settlementLifecycle,
  bill: billLifecycle,
  deposit: depositLifecycle,
  cashout: cashoutLifecycle,
  payout_order: payoutOrderLifecycle,
};

describe("the table of ways out", () => {
  test("names every state of an order, an attempt, a capture, a due, a refund and of money on its way to a merchant, each once", () => {
    const states = Object.entries(lifecycles).flatMap(([of, { states }]) => states.map((state) => `${of} ${state}`));
    expect(rows.map(({ of, state }) => `${of} ${state}`).sort()).toEqual([...states].sort());
  });

  test("names a test for every state that is no end, and each of them is there", () => {
    const claims = rows.filter(({ way }) => way !== "An end");
    expect(claims.filter(({ file, title }) => !file || !title)).toEqual([]);
    const texts = new Map(
      claims.map(({ file }) => {
        const [test = ""] = globSync(`{payments,funds}/*/${file}.test.ts`, { cwd: modules });
        return [file, readFileSync(path.join(modules, test), "utf8")];
      }),
    );
    expect(claims.filter(({ file, title }) => !texts.get(file)?.includes(title))).toEqual([]);
  });
});
