import { expect, test } from "vitest";
import {
  type PayoutSituation,
  payoutFailureOf,
  payoutVerdict,
  type ReportedPayoutStatus,
  sendsMax,
} from "./payout.policy.ts";

const sent: PayoutSituation = { status: "submitted", attempts: 1 };
const failed: ReportedPayoutStatus = { kind: "failed", code: "account_closed" };

test.each<[string, PayoutSituation, ReportedPayoutStatus, string]>([
  ["paid", sent, { kind: "paid" }, "pay"],
  ["failed", sent, failed, "fail"],
  ["told by nobody", sent, { kind: "unknown" }, "ask"],
  ["not to be found", sent, { kind: "not_found" }, "ask"],
  ["provably not sent", sent, { kind: "error", isLasting: false }, "resend"],
  ["provably not sent, for good", sent, { kind: "error", isLasting: true }, "fail"],
  ["provably not sent for the last time", { ...sent, attempts: sendsMax }, { kind: "error", isLasting: false }, "fail"],
  ["paid, and paid once more", { ...sent, status: "paid" }, { kind: "paid" }, "nothing"],
  ["paid, and sent back", { ...sent, status: "paid" }, { kind: "returned" }, "bounce"],
  ["failed, and paid after all", { ...sent, status: "failed" }, { kind: "paid" }, "pay"],
  ["paid, and sent back by what cannot be", { ...sent, status: "paid" }, { kind: "unsound" }, "nothing"],
  ["sent, and sent back by what cannot be", sent, { kind: "unsound" }, "ask"],
  ["sent back, and told so again", { ...sent, status: "returned" }, { kind: "returned" }, "nothing"],
])("a transfer that is %s", (_what, payout, providerStatus, follows) => {
  expect(payoutVerdict(payout, providerStatus, "query")).toMatchObject({ do: follows });
});

test("a failure that is told of a paid transfer is asked about before it is believed", () => {
  expect(payoutVerdict({ ...sent, status: "paid" }, failed, "notification")).toEqual({ do: "ask" });
  expect(payoutVerdict({ ...sent, status: "paid" }, failed, "query")).toEqual({ do: "bounce" });
});

test("a payment that is told of a failed transfer is asked about before it is believed", () => {
  expect(payoutVerdict({ ...sent, status: "failed" }, { kind: "paid" }, "notification")).toEqual({ do: "ask" });
});

test("a provider's word for a failure is one of ours", () => {
  expect(
    ["account_closed", "invalid_account", "insufficient_balance", "returned_by_bank", "?", null].map(payoutFailureOf),
  ).toEqual(["account_closed", "account_invalid", "provider_balance", "returned_by_bank", "declined", "declined"]);
});
