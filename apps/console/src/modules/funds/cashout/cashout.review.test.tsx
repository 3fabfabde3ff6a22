import { CashoutDetail, CashoutReview, cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { CashoutFlag, CashoutStatus } from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { CashoutPanel } from "./cashout.detail.tsx";
import { CashoutList } from "./cashout.list.tsx";

const id = `cso_${"0".repeat(26)}`;
const at = "2026-11-21T09:00:00.000Z";
const buckets = { pending: "1000", available: "50000", reserve: "200", frozen: "0", inTransit: "0", currency: "USD" };
const none = {
  cancel: false,
  submit: false,
  approve: false,
  reject: false,
  execute: false,
  mark: false,
  markReturned: false,
  resolveDifference: false,
  sync: false,
};

const buildReview = (parts: object = {}): CashoutReview =>
  recordOf(CashoutReview, {
    before: buckets,
    now: { ...buckets, available: "30000", inTransit: "20000" },
    isCovered: true,
    isPriced: true,
    targetAmount: "19500",
    askedTargetAmount: "19500",
    accountStatus: { isUsable: true, lastChangeTime: at, holderName: "Corner shop" },
    ...parts,
  });

const buildCashout = (parts: object = {}): CashoutDetail =>
  recordOf(CashoutDetail, {
    id,
    cashoutNo: "CO20261121N2A7QK05DV",
    merchantName: "Corner shop",
    mode: "test",
    currency: "USD",
    amount: "20000",
    feeMode: "inside",
    feeAmount: "500",
    debitedAmount: "20000",
    sentAmount: "19500",
    targetCurrency: "USD",
    targetAmount: "19500",
    midAmount: "19500",
    accountLabel: "Harbour Bank ·· 0001",
    status: "approving",
    riskFlags: [],
    approvalsNeeded: 1,
    applyUserName: "Robin",
    applyTime: at,
    review: buildReview(),
    abilities: none,
    version: 4,
    ...parts,
  });

const note = () => document.querySelector(".funds-note") as HTMLElement;
const said = (): string => (note()?.textContent ?? "").replace(/\s/g, " ");
const show = (parts: object = {}) => renderPage(<CashoutPanel row={buildCashout(parts)} />);

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([cashout]);
});

afterEach(() => {
  endPage();
  switchLanguage("en");
});

describe("where a withdrawal stands", () => {
  test.each([
    ["applied", /^Handed back: ask again/, "warning"],
    ["approving", /^Waits for approval\. The amount is set aside until then\.$/, "warning"],
    ["approved", /^Approved, and not paid yet/, "neutral"],
    ["processing", /^On its way to the account\.$/, "neutral"],
    ["paid", /^Paid\. The bank books it/, "neutral"],
    ["rejected", /^Rejected\. The amount is available again\.$/, "danger"],
    ["failed", /^Not paid\. The amount is available again, the fee included\.$/, "danger"],
    ["returned", /^The bank sent it back/, "danger"],
    ["canceled", /^Cancelled\. The amount is available again\.$/, "neutral"],
  ])("%s is said in a sentence", async (status, told, tone) => {
    await show({ status });
    await expect.poll(said).toMatch(told);
    expect(note().className).toContain(`ch-tone-${tone}`);
  });

  test.each(["en", "zh-cn", "zh-tw"] as const)("has a sentence for every state in %s", async (language) => {
    switchLanguage(language);
    const sentences = new Set<string>();
    for (const { value: status } of CashoutStatus.members) {
      await show({ status, review: null });
      await expect.poll(said).not.toBe("");
      sentences.add(said());
      endPage();
    }
    expect(sentences.size).toBe(CashoutStatus.members.length);
  });

  test("tells whoever asked for it that somebody else approves it, only while it waits for that", async () => {
    await show({ isOwn: true });
    await expect.poll(said).toContain("somebody else has to approve it");
    endPage();
    await show({ isOwn: true, status: "paid" });
    await expect.poll(said).not.toBe("");
    expect(said()).not.toContain("somebody else");
  });

  test("shows a merchant's people no position of theirs and no flags", async () => {
    signInOfMerchant([cashout]);
    await show({ review: null, riskFlags: null });
    await expect.poll(said).not.toBe("");
    for (const text of [/^Position, checked again/, "What was done", /^Risk flags/])
      expect(page.getByText(text).elements()).toEqual([]);
  });
});

describe("what whoever decides is shown", () => {
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });

  test("the position then and now, what moved between, and all of it together", async () => {
    await show();
    await expect.element(row("Available")).toMatchTextContent("500.00USD−200.00USD300.00USD");
    await expect.element(row("Pending")).toMatchTextContent("10.00USD–10.00USD");
    await expect.element(row("All five")).toMatchTextContent("512.00USD–512.00USD");
    await expect.element(page.getByText("Still covered")).toBeVisible();
  });

  test.each([
    ["the balance does not cover it", { isCovered: false }],
    ["the account is not to be used", { accountStatus: { isUsable: false, lastChangeTime: at, holderName: "" } }],
    ["there is no rate", { isPriced: false }],
  ])("that it does not hold where %s", async (_why, parts) => {
    await show({ review: buildReview(parts) });
    await expect.element(page.getByText("Not covered")).toBeVisible();
    expect(page.getByText("Still covered").elements()).toEqual([]);
  });

  test("what it comes to now beside what was asked, where money is exchanged", async () => {
    await show();
    await expect.poll(said).not.toBe("");
    expect(page.getByText("Asked against now").elements()).toEqual([]);
    endPage();
    const review = buildReview({ targetAmount: "2950000", askedTargetAmount: "3000000", isRateWorse: true });
    await show({
      targetCurrency: "JPY",
      targetAmount: "3000000",
      fxMid: "150",
      fxRate: "149",
      fxMarkup: 5_000,
      review,
    });
    const line = page.getByRole("row", { name: /^Account receives/ });
    await expect.element(line).toMatchTextContent("Account receives3,000,000JPY2,950,000JPY");
    await expect.element(page.getByText(/^The rate fell by more than 1 %/)).toBeVisible();
    expect(document.querySelectorAll(".cashout-new")).toHaveLength(1);
  });

  test("says that a rate is missing rather than that it fell", async () => {
    await show({ targetCurrency: "JPY", review: buildReview({ isPriced: false }) });
    await expect.element(page.getByText(/^There is no rate that is fresh enough/)).toBeVisible();
    expect(page.getByText(/^The rate fell/).elements()).toEqual([]);
  });

  test.each(CashoutFlag.members.map(({ value, text }) => [value, text.en] as const))(
    "the flag %s as raised, and the others as looked at",
    async (flag, text) => {
      await show({ riskFlags: [flag] });
      await expect.element(page.getByText("Risk flags: 1 raised")).toBeVisible();
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
      const clear = page.getByText(/Account verified and older than 24 hours/).element().textContent ?? "";
      expect(clear.split(" · ")).toHaveLength(CashoutFlag.members.length);
    },
  );

  test("nothing of it once it is decided, but who decided and the transfer", async () => {
    const payout = {
      payoutNo: "PY1",
      status: "processing",
      attempts: 2,
      nextRetryTime: null,
      providerReference: null,
      fundingAccount: "Main EUR",
      isByHand: false,
      difference: { amount: "19000", currency: "USD", cause: null },
      shortSince: at,
      availableAmount: "1234",
      currency: "KWD",
    };
    await show({
      status: "processing",
      review: buildReview({ approvals: [{ userName: "Ada", time: at, remark: "ok" }], payout }),
    });
    await expect.element(page.getByText(/Approved by Ada/)).toBeVisible();
    await expect.element(page.getByText(/sent 2 times/)).toBeVisible();
    await expect.element(page.getByText(/nobody has said yet who bears the difference/)).toBeVisible();
    await expect.element(page.getByText(/Main EUR holds 1\.234 KWD, less than this takes/)).toBeVisible();
    expect(page.getByText(/^Position, checked again/).elements()).toEqual([]);
  });
});

let server: FakeServer;
let row: CashoutDetail;
const drawer = page.getByRole("complementary");
const dialog = page.getByRole("dialog");

describe("what is done with a withdrawal", () => {
  beforeEach(() => {
    server = startFakeServer();
    row = buildCashout();
    server.answer(cashout, "page", (input) => pageOfRows([row], input) as never);
    server.answer(cashout, "detail", () => row);
  });
  afterEach(() => server.stop());

  test.each([
    ["approve", ["Approve"]],
    ["reject", ["Reject"]],
    ["execute", ["Pay"]],
    ["submit", ["Ask again"]],
    ["cancel", ["Cancel"]],
  ] as const)("%s alone where the server says that it alone can succeed", async (ability, _labels) => {
    row = buildCashout({ abilities: { ...none, [ability]: true } });
    await renderPage(<CashoutList />, `/page?open=${id}`);
    await expect.poll(said).not.toBe("");
    const all = drawer.getByRole("button").elements().length;
    endPage();
    row = buildCashout();
    await renderPage(<CashoutList />, `/page?open=${id}`);
    await expect.poll(said).not.toBe("");
    expect(drawer.getByRole("button").elements()).toHaveLength(all - 1);
  });

  test("paying by hand is said only of a transfer that is made by hand", async () => {
    const payout = (isByHand: boolean) =>
      buildReview({
        payout: {
          payoutNo: "PY1",
          status: "processing",
          attempts: 0,
          isByHand,
          fundingAccount: "Main",
          currency: "USD",
          difference: null,
          shortSince: null,
          availableAmount: null,
        },
      });
    const counts: number[] = [];
    for (const isByHand of [true, false]) {
      row = buildCashout({ status: "processing", abilities: { ...none, mark: true }, review: payout(isByHand) });
      await renderPage(<CashoutList />, `/page?open=${id}`);
      await expect.poll(said).not.toBe("");
      counts.push(drawer.getByRole("button").elements().length);
      endPage();
    }
    expect(counts[0]).toBe((counts[1] as number) + 1);
  });

  test("approving shows the position as it is at that moment, and sends the version that was read", async () => {
    row = buildCashout({ abilities: { ...none, approve: true } });
    server.answer(cashout, "approve", () => null as never);
    await renderPage(<CashoutList />, `/page?open=${id}`);
    await drawer.getByRole("button", { name: "Approve" }).click();
    await expect.element(dialog.getByText("Still covered")).toBeVisible();
    await expect.element(dialog.getByText(/^The rate is held for 30 minutes when you approve/)).toBeVisible();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect.poll(() => server.inputs(cashout, "approve")).toMatchObject([{ id, version: 4 }]);
  });

  test("cancelling says what is available again", async () => {
    row = buildCashout({ currency: "KWD", abilities: { ...none, cancel: true } });
    server.answer(cashout, "cancel", () => null as never);
    await renderPage(<CashoutList />, `/page?open=${id}`);
    await drawer.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect.element(dialog).toMatchTextContent("20.000 KWD is available again.");
  });

  test("only people of a merchant ask for its money", async () => {
    await renderPage(<CashoutList />);
    await expect.element(page.getByText("Corner shop")).toBeVisible();
    expect(page.getByRole("button", { name: "Withdraw" }).elements()).toEqual([]);
    endPage();
    signInOfMerchant([cashout]);
    await renderPage(<CashoutList />);
    await expect.element(page.getByRole("button", { name: "Withdraw" })).toBeVisible();
  });
});
