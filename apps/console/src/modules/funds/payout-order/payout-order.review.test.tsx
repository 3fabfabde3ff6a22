import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import {
  PayoutOrderFlag,
  PayoutOrderStatus,
} from "@countinghouse/contract/funds/payout-order/payout-order-enumerations.ts";
import { PayoutOrderDetail } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { switchLanguage } from "../../../platform/i18n/language.ts";
import { PayoutOrderPanel } from "./payout-order.detail.tsx";
import { PayoutOrderList } from "./payout-order.list.tsx";

const id = `pyo_${"0".repeat(26)}`;
const buckets = { pending: "0", available: "100000", reserve: "0", frozen: "20100", inTransit: "0", currency: "USD" };
const none = Object.fromEntries(Object.keys(PayoutOrderDetail.shape.abilities.shape).map((name) => [name, false]));

const buildOrder = (parts: object = {}): PayoutOrderDetail =>
  recordOf(PayoutOrderDetail, {
    id,
    payoutOrderNo: "PY20261121N2A7QK05DV",
    merchantPayoutNo: "P-1",
    merchantName: "Corner shop",
    mode: "test",
    currency: "USD",
    amount: "20000",
    feeMode: "on_top",
    feeAmount: "100",
    debitedAmount: "20100",
    sentAmount: "20000",
    method: "bank_local",
    beneficiaryType: "company",
    beneficiaryName: "Paper Mill Inc",
    country: "US",
    accountLabel: "Paper Bank ·· 0001",
    purpose: "supplier",
    status: "review",
    riskFlags: [],
    applyUserName: "Robin",
    applyTime: "2026-11-21T09:00:00.000Z",
    version: 2,
    allocations: [],
    abilities: none,
    review: {
      before: buckets,
      now: { ...buckets, available: "90000" },
      isCovered: true,
      negativeCurrency: null,
      approvals: [],
      payout: null,
      screened: [],
      paidBefore: 3,
    },
    ...parts,
  });

const note = () => document.querySelector(".funds-note") as HTMLElement;
const said = (): string => (note()?.textContent ?? "").replace(/\s/g, " ");
const show = (parts: object = {}) => renderPage(<PayoutOrderPanel row={buildOrder(parts)} />);

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([payoutOrder]);
});

afterEach(() => {
  endPage();
  switchLanguage("en");
});

describe("where a payout order stands", () => {
  test.each([
    ["created", /^Handed back/, "warning"],
    ["review", /^Waits for approval/, "warning"],
    ["approved", /^Approved, and not paid yet/, "neutral"],
    ["processing", /^On its way/, "neutral"],
    ["paid", /^Paid\./, "neutral"],
    ["rejected", /^Rejected\./, "danger"],
    ["failed", /^Not paid\..*the fee included/, "danger"],
    ["returned", /^The bank sent it back\..*the fee is kept/, "danger"],
    ["canceled", /^Cancelled\./, "neutral"],
  ])("%s is said in a sentence", async (status, told, tone) => {
    await show({ status });
    await expect.poll(said).toMatch(told);
    expect(note().className).toContain(`ch-tone-${tone}`);
    const isOpen = status === "created" || status === "review";
    expect(page.getByText("What stands out").elements()).toHaveLength(isOpen ? 1 : 0);
  });

  test.each(["en", "zh-cn", "zh-tw"] as const)("has a sentence for every state in %s", async (language) => {
    switchLanguage(language);
    const sentences = new Set<string>();
    for (const { value: status } of PayoutOrderStatus.members) {
      await show({ status, review: null });
      await expect.poll(said).not.toBe("");
      sentences.add(said());
      endPage();
    }
    expect(sentences.size).toBe(PayoutOrderStatus.members.length);
  });

  test("tells whoever asked for it that somebody else approves it", async () => {
    await show({ isOwn: true });
    await expect.poll(said).toContain("somebody else has to approve it");
  });
});

describe("what whoever decides about a payout is shown", () => {
  test.each(PayoutOrderFlag.members.map(({ value, text }) => [value, text.en] as const))(
    "%s, in words",
    async (flag, text) => {
      await show({ riskFlags: [flag] });
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
      expect(page.getByText(/^Nothing stands out/).elements()).toEqual([]);
      await expect.element(page.getByText(/^Paid to this account before: 3 times/)).toBeVisible();
    },
  );

  test("that nothing stands out, and what is to be compared all the same", async () => {
    await show();
    await expect.element(page.getByText("Nothing stands out · Paid to this account before: 3 times")).toBeVisible();
    await expect.element(page.getByText(/^The screening lists name nobody like this/)).toBeVisible();
  });

  test("what the merchant held and holds, and that it no longer covers it", async () => {
    await show({ currency: "KWD", review: { ...buildOrder().review, isCovered: false } });
    await expect.element(page.getByText("Not covered")).toBeVisible();
    await expect
      .element(page.getByRole("row", { name: /^Available/ }))
      .toMatchTextContent("Available100.000KWD90.000KWD");
    await expect.element(page.getByRole("row", { name: /^Frozen/ })).toMatchTextContent("Frozen20.100KWD20.100KWD");
  });

  test("none of it is shown to a merchant's people", async () => {
    signInOfMerchant([payoutOrder]);
    await show({ review: null, riskFlags: null });
    await expect.poll(said).not.toBe("");
    for (const text of ["What stands out", /^Position, checked again/])
      expect(page.getByText(text).elements()).toEqual([]);
  });
});

describe("what is done with a payout order", () => {
  let server: FakeServer;
  let order: PayoutOrderDetail;
  const drawer = page.getByRole("complementary");
  const dialog = page.getByRole("dialog");
  const offeredFor = async (parts: object): Promise<number> => {
    order = buildOrder(parts);
    await renderPage(<PayoutOrderList />, `/page?open=${id}`);
    await expect.poll(said).not.toBe("");
    return drawer.getByRole("button").elements().length;
  };

  beforeEach(() => {
    server = startFakeServer();
    server.answer(payoutOrder, "page", (input) => pageOfRows([order], input) as never);
    server.answer(payoutOrder, "detail", () => order);
  });
  afterEach(() => server.stop());

  test("is what the server says can succeed, one button for each", async () => {
    const before = await offeredFor({});
    for (const ability of [
      "approve",
      "reject",
      "execute",
      "markReturned",
      "resolveDifference",
      "sync",
      "submit",
      "retry",
      "cancel",
    ]) {
      endPage();
      expect([ability, await offeredFor({ abilities: { ...none, [ability]: true } })]).toEqual([ability, before + 1]);
    }
  });

  test("shows the whole account and takes the word that it was paid only where it is paid by hand", async () => {
    const payout = (isByHand: boolean) => ({
      status: "processing",
      abilities: { ...none, mark: true },
      review: {
        ...buildOrder().review,
        payout: {
          payoutNo: "PO1",
          status: "processing",
          attempts: 0,
          isByHand,
          fundingAccount: "Main",
          currency: "USD",
          difference: null,
          shortSince: null,
          availableAmount: null,
        },
      },
    });
    const byHand = await offeredFor(payout(true));
    await expect.element(drawer.getByText(/paid by hand/)).toBeVisible();
    endPage();
    expect(await offeredFor(payout(false))).toBe(byHand - 2);
  });

  test("coming back starts with what was sent, in its own decimals", async () => {
    order = buildOrder({ currency: "KWD", status: "paid", abilities: { ...none, markReturned: true } });
    server.answer(payoutOrder, "markReturned", () => null as never);
    await renderPage(<PayoutOrderList />, `/page?open=${id}`);
    await expect.poll(said).not.toBe("");
    await drawer
      .getByRole("button", { name: /eturned|back/ })
      .last()
      .click();
    await expect.element(dialog.getByLabelText("Amount")).toHaveValue("20.000");
  });

  test("only people of a merchant pay out its money", async () => {
    await offeredFor({});
    expect(page.getByRole("button", { name: /^(Add|New|Upload)/ }).elements()).toEqual([]);
  });
});
