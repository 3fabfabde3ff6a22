import { OrderRefundDetail, orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import {
  RefundApplicant,
  RefundBucket,
  RefundFailure,
  RefundReviewCause,
  RefundStatus,
} from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { RefundPanel } from "./order-refund.detail.tsx";

const at = "2026-11-21T06:05:09.000Z";
const none = {
  approve: false,
  reject: false,
  cancel: false,
  retry: false,
  sync: false,
  resolveExcess: false,
  settleTold: false,
};

/** A refund of 780.00 GBP of a payment that was settled in euros. */
const buildRefund = (parts: object = {}): OrderRefundDetail =>
  recordOf(OrderRefundDetail, {
    id: `rfd_${"0".repeat(26)}`,
    refundNo: "RF20261121000001",
    merchantName: "Corner shop",
    orderId: `ord_${"0".repeat(26)}`,
    orderNo: "OR20261121000001",
    currency: "GBP",
    amount: "78000",
    settleCurrency: "EUR",
    settleAmount: "89887",
    fxRate: "1.1524",
    handlingFee: "50",
    handlingFeeTax: "10",
    returnedFee: "1708",
    returnedFeeTax: "325",
    excessAmount: "0",
    reason: "product_not_received",
    status: "processing",
    sourceBucket: "pending",
    applicantType: "operator",
    applicantName: "Ada",
    refundTime: at,
    version: 1,
    abilities: none,
    ...parts,
  });

const show = (parts: object = {}) => renderPage(<RefundPanel row={buildRefund(parts)} />);
/** What stands at the top: where it stands, and what comes next. */
const note = () => document.querySelector(".refund-note") as HTMLElement;
const said = (): string => (note()?.textContent ?? "").replace(/\s/g, " ");
const ladder = (): string =>
  [...document.querySelectorAll(".refund-ladder > div")]
    .map(({ textContent }) => textContent)
    .join("|")
    .replace(/\s/g, " ");
const heading = (name: string) => page.getByRole("heading", { name, exact: true });

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([orderRefund]);
});

afterEach(() => {
  endPage();
  switchLanguage("en");
});

describe("where a refund stands", () => {
  test.each([
    ["created", {}, /^Accepted\. 780\.00 GBP is set aside/, "neutral", "What it takes"],
    ["review", {}, /^Waits for a second person\. 780\.00 GBP is set aside until then\.$/, "warning", "What it takes"],
    ["processing", {}, /^Sent to the gateway, which has not said yet/, "neutral", "What it takes"],
    ["succeeded", { succeededTime: at }, /^780\.00 GBP went back to the payer\./, "neutral", "What it took"],
    ["canceled", { finishedTime: at }, /^Called off before it was sent\./, "neutral", undefined],
    ["rejected", { finishedTime: at }, /^Turned down; nothing was sent\./, "danger", undefined],
    ["failed", { finishedTime: at }, /^It did not reach the payer\. Nothing was taken\./, "danger", undefined],
  ])(
    "is told of one that is %s, with what it takes of the merchant while it takes something",
    async (status, parts, told, tone, cost) => {
      await show({ status, ...parts });
      await expect.poll(said).toMatch(told);
      expect(note().className).toContain(`ch-tone-${tone}`);
      expect(heading("What it takes").elements().length + heading("What it took").elements().length).toBe(cost ? 1 : 0);
      if (cost) await expect.element(heading(cost)).toBeVisible();
    },
  );

  test.each([
    ["is tried again", { nextRetryTime: at }, "It is tried again at 2026-11-21 14:05:09."],
    [
      "was told of in another currency",
      { toldAmount: "90000", toldCurrency: "JPY", abilities: { ...none, settleTold: true } },
      "gave back 90,000 JPY, and 780.00 GBP had been asked for",
    ],
    [
      "stands in suspense with a part",
      { status: "succeeded", excessAmount: "2000", abilities: { ...none, resolveExcess: true } },
      "20.00 GBP of it went beyond what was left",
    ],
    ["can be traced", { status: "succeeded", arn: "7443" }, "With the acquirer reference 7443"],
  ])("says more of one that %s", async (_what, parts, told) => {
    await show(parts);
    await expect.poll(said).toContain(told);
  });

  test.each([
    ["a part in suspense that somebody has resolved", { status: "succeeded", excessAmount: "2000" }, /suspense/],
    ["another amount that somebody has settled", { toldAmount: "1", toldCurrency: "JPY" }, /gave back/],
    ["a next try of one that is over", { status: "succeeded", nextRetryTime: at }, /tried again/],
    ["a reference of one that is not made", { arn: "7443" }, /reference/],
  ])("says nothing of %s", async (_what, parts, told) => {
    await show(parts);
    await expect.poll(said).not.toBe("");
    expect(said()).not.toMatch(told);
  });

  test.each(RefundFailure.members.map(({ value }) => value))(
    "says what to do about one that failed as %s",
    async (failureCode) => {
      await show({ status: "failed", failureCode, finishedTime: at, isReversed: failureCode === "returned_by_bank" });
      await expect.poll(said).not.toBe("");
      // What the bank sent back had reached the merchant's balance: nothing of it was set aside any more.
      expect(said().endsWith("What was set aside is free again.")).toBe(failureCode !== "returned_by_bank");
      expect(said().length).toBeGreaterThan(80);
    },
  );

  test.each(["en", "zh-cn", "zh-tw"] as const)("is told in %s without a slot or a code left open", async (language) => {
    switchLanguage(language);
    for (const { value: status } of RefundStatus.members)
      for (const { value: reviewCause } of RefundReviewCause.members) {
        await show({ status, reviewCause, isOwn: true, nextRetryTime: at, arn: "7443" });
        await expect.poll(said).not.toBe("");
        expect(said()).not.toMatch(/\{|undefined|[a-z]+_[a-z]+/);
        endPage();
      }
  });
});

describe("what a refund takes", () => {
  test.each([
    ["GBP", "EUR", "78000", "89887", "780.00GBP", "−898.87EUR", "−879.14EUR"],
    ["JPY", "KWD", "78000", "158500", "78,000JPY", "−158.500KWD", "−156.527KWD"],
    ["BRL", "JPY", "78000", "21500", "780.00BRL", "−21,500JPY", "−19,527JPY"],
  ])(
    "of %s settled in %s is told in the decimals of each",
    async (currency, settleCurrency, amount, settleAmount, payer, taken, sum) => {
      await show({ currency, settleCurrency, amount, settleAmount });
      await expect.poll(ladder).toContain(`Payer receives${payer}`);
      expect(ladder()).toContain(`1 ${currency} = 1.1524 ${settleCurrency}, the rate of the capture${taken}`);
      expect(ladder()).toContain(`Merchant pays in all${sum}`);
    },
  );

  test("names no rate where there was none to change by, and no fee that is not taken", async () => {
    const free = { handlingFee: "0", handlingFeeTax: "0", returnedFee: "0", returnedFeeTax: "0" };
    await show({ settleCurrency: "GBP", settleAmount: "78000", fxRate: "1", ...free });
    await expect
      .poll(ladder)
      .toBe("Payer receives780.00GBP|Taken from the merchant−780.00GBP|Merchant pays in all−780.00GBP");
  });

  test("splits fee and tax only where there is tax", async () => {
    await show({ handlingFeeTax: "0", returnedFeeTax: "0" });
    await expect.poll(ladder).toContain("|Refund fee−0.50EUR|Transaction fee returned17.08EUR|");
  });

  test("takes nothing of a merchant where the money was no merchant's", async () => {
    await show({ sourceBucket: "payer_funds", status: "succeeded", dueId: `due_${"1".repeat(26)}` });
    await expect.poll(said).not.toBe("");
    expect(ladder()).toBe("");
    await expect
      .element(page.getByRole("link", { name: "Open unapplied payment" }))
      .toHaveAttribute("href", `/trade/due?open=due_${"1".repeat(26)}`);
  });

  test("is told to a merchant's people as theirs", async () => {
    signInOfMerchant([orderRefund]);
    await show();
    await expect.poll(ladder).toContain("Taken from your balance");
    expect(ladder()).toContain("You pay in all");
    expect(ladder()).not.toContain("merchant");
  });

  test("is told by the capture, in both currencies only where there are two", async () => {
    const part = { captureId: `cap_${"1".repeat(26)}`, captureNo: "CP1", amount: "3000", settleAmount: "3600" };
    await show({
      parts: [
        { ...part, currency: "GBP", settleCurrency: "EUR" },
        { ...part, captureId: `cap_${"2".repeat(26)}`, captureNo: "CP2", currency: "EUR", settleCurrency: "EUR" },
      ],
    });
    const items = page.getByRole("listitem").filter({ hasText: /^CP/ });
    await expect.element(items.first()).toMatchTextContent("CP130.00GBP36.00EUR");
    await expect.element(items.nth(1)).toMatchTextContent("CP230.00EUR");
  });
});

describe("facts of a refund", () => {
  test.each(RefundBucket.members.map(({ value, text }) => [value, text.en] as const))(
    "name %s as %s",
    async (sourceBucket, text) => {
      await show({ sourceBucket });
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    },
  );

  test.each(RefundApplicant.members.map(({ value, text }) => [value, text.en] as const))(
    "name %s as %s",
    async (applicantType, text) => {
      await show({ applicantType, applicantName: null });
      await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
    },
  );

  test("leave out what is not true of it: nothing went beyond what was left", async () => {
    await show({ excessAmount: "0" });
    await expect.poll(said).not.toBe("");
    for (const field of ["Beyond what was left", "Gateway account", "Remark", "Failure"])
      expect(page.getByText(field, { exact: true }).elements()).toEqual([]);
  });
});

describe("the story of a refund", () => {
  const story = () =>
    [...document.querySelectorAll(".ch-timeline-event")].map(({ textContent }) =>
      (textContent ?? "").replace(/\s/g, " "),
    );
  const decided = { decideTime: "2026-11-21T07:00:00.000Z", decideUserName: "Grace", decideReason: "agreed" };

  test.each([
    [
      "approved and made",
      { status: "succeeded", ...decided, succeededTime: "2026-11-22T07:00:00.000Z", arn: "7443" },
      [/^Went back to the payer7443/, /^ApprovedGrace · agreed/, /^Asked for: /],
    ],
    [
      "turned down",
      { status: "rejected", ...decided, finishedTime: decided.decideTime },
      [/^Turned downGrace · agreed/, /^Asked for: /],
    ],
    ["called off", { status: "canceled", finishedTime: "2026-11-21T07:00:00.000Z" }, [/^Cancelled/, /^Asked for: /]],
    [
      "failed",
      { status: "failed", finishedTime: "2026-11-21T07:00:00.000Z", failureCode: "declined", failureMessage: "no" },
      [/^Failed: .+no/, /^Asked for: /],
    ],
    [
      "sent back by the bank",
      {
        status: "failed",
        isReversed: true,
        succeededTime: "2026-11-21T07:00:00.000Z",
        finishedTime: "2026-11-25T07:00:00.000Z",
      },
      [/^Sent back by the payer’s bank/, /^Went back to the payer/, /^Asked for: /],
    ],
    ["under way", {}, [/^Asked for: /]],
  ])("of one that was %s, the newest first", async (_what, parts, told) => {
    await show(parts);
    await expect.poll(story).toHaveLength(told.length);
    for (const [place, pattern] of told.entries()) expect(story()[place]).toMatch(pattern);
  });
});
