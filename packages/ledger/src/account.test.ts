import { currencyCodes } from "@countinghouse/money/currency.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bank,
  cost,
  costCauses,
  disputeClearing,
  fxGainLoss,
  fxPosition,
  gatewayReceivable,
  merchantAccount,
  merchantBuckets,
  parseAccount,
  payerFunds,
  reconSuspense,
  revenue,
  revenueCauses,
  sideOf,
  taxPayable,
} from "./account.ts";

const id = fc.stringMatching(/^[\w.-]{1,26}$/);
const currency = fc.constantFrom(...currencyCodes);

describe("parseAccount", () => {
  test("reads back every merchant account", () => {
    fc.assert(
      fc.property(id, fc.constantFrom(...merchantBuckets), currency, (merchantId, kind, code) => {
        expect(parseAccount(merchantAccount(merchantId, kind, code))).toMatchObject({
          merchantId,
          kind,
          currency: code,
          side: "credit",
        });
      }),
    );
  });

  test("reads back every platform account", () => {
    fc.assert(
      fc.property(id, currency, (qualifier, code) => {
        const builders = [gatewayReceivable, disputeClearing, reconSuspense, bank, taxPayable, payerFunds];
        for (const build of builders)
          expect(parseAccount(build(code, qualifier))).toMatchObject({ currency: code, qualifier, merchantId: null });
        for (const build of [fxPosition, fxGainLoss])
          expect(parseAccount(build(code))).toMatchObject({ currency: code, qualifier: null });
      }),
    );
  });

  test("reads back every cause of income and cost", () => {
    for (const cause of revenueCauses)
      expect(parseAccount(revenue(cause, "USD"))).toMatchObject({ kind: "rev", cause, side: "credit" });
    for (const cause of costCauses)
      expect(parseAccount(cost(cause, "USD"))).toMatchObject({ kind: "cost", cause, side: "debit" });
  });

  test("puts what we own on the debit side and what we owe on the credit side", () => {
    const owned = [
      gatewayReceivable("USD", "g"),
      disputeClearing("USD", "g"),
      reconSuspense("USD", "g"),
      bank("USD", "b"),
      fxPosition("USD"),
    ];
    expect(owned.map(sideOf)).toEqual(owned.map(() => "debit"));
    const owed = [taxPayable("USD", "SG"), payerFunds("USD", "g"), fxGainLoss("USD")];
    expect(owed.map(sideOf)).toEqual(owed.map(() => "credit"));
  });

  test("lets pending and available go below nothing and the held buckets not", () => {
    const negative = merchantBuckets.filter(
      (bucket) => parseAccount(merchantAccount("m", bucket, "USD")).mayGoNegative,
    );
    expect(negative).toEqual(["pending", "available"]);
  });

  test("refuses what is not in the chart", () => {
    const strangers = [
      "",
      "mer:m1:available",
      "mer::available:USD",
      "mer:m1:savings:USD",
      "mer:m1:available:usd",
      "mer:m1:available:USD:x",
      "plt:bank:USD",
      "plt:bank:USD:",
      "plt:fx_position:USD:x",
      "plt:rev:tips:USD",
      "plt:cost:transaction_fee:USD",
      "plt:rev:refund_fee:USD:x",
      "abc:m1:available:USD",
      "plt:toString:USD",
      "mer:m 1:available:USD",
    ];
    for (const code of strangers)
      expect(() => parseAccount(code), code).toThrow(expect.objectContaining({ code: "account_malformed" }));
  });

  test("refuses an id that would pose as another account", () => {
    for (const merchantId of ["", "m1:available:USD", "m 1", "*"]) {
      expect(() => merchantAccount(merchantId, "pending", "USD")).toThrow(
        expect.objectContaining({ code: "account_malformed" }),
      );
    }
  });
});
