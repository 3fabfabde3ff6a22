import { BillDetail, billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { merchantBilling } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import { settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { signInOfMerchant } from "../../../../test/sign-in-of-merchant.ts";
import { BillPanel, type BillRow } from "./bill.detail.tsx";
import { BillingList } from "./billing.list.tsx";
import { MerchantBillingList } from "./merchant-billing.list.tsx";

const id = `bil_${"0".repeat(26)}`;
const batchId = `bat_${"0".repeat(26)}`;
const nought = Object.fromEntries(
  Object.keys(BillDetail.shape)
    .filter((name) => /Fee$|Penalty$|Amount$/.test(name))
    .map((name) => [name, "0"]),
);

/** A bill of 400.49 USD sold, of which 326.69 USD are settled. */
const buildBill = (parts: object = {}): BillRow =>
  recordOf(BillDetail, {
    ...nought,
    id,
    batchId,
    batch: "BT20261120N2A7QK05DV",
    merchantName: "Nordlicht Outdoor",
    mode: "test",
    currency: "USD",
    status: "issued",
    grossAmount: "40049",
    refundAmount: "2000",
    transactionFee: "1001",
    gatewayFee: "200",
    refundHandlingFee: "100",
    taxAmount: "74",
    netAmount: "36674",
    depositAmount: "4005",
    settlementAmount: "32669",
    gatewayCostAmount: "700",
    marginAmount: "601",
    billingDate: "2026-11-20",
    version: 3,
    directMovements: null,
    ...parts,
  }) as BillRow;

let server: FakeServer;
let bill: BillRow;
const drawer = page.getByRole("complementary");
const dialog = page.getByRole("dialog");
const note = (): string => (document.querySelector(".funds-note")?.textContent ?? "").replace(/\s/g, " ");
const steps = (): string => (document.querySelector(".funds-steps")?.textContent ?? "").replace(/\s/g, " ");

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([billing, merchantBilling, settlementLine]);
  bill = buildBill();
  server = startFakeServer();
  for (const resource of [billing, merchantBilling] as const) {
    server.answer(resource as typeof billing, "page", (input) => pageOfRows([bill], input) as never);
    server.answer(resource as typeof billing, "detail", () => bill as never);
  }
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("where a bill stands", () => {
  const states = [
    ["draft", "A draft: its merchant sees it once it is issued.", undefined],
    [
      "issued",
      "Issued. Its merchant may confirm it or ask about it.",
      "Please confirm the bill, or ask about it. Corrections come as lines of a later bill.",
    ],
    ["confirmed", "Confirmed by its merchant.", "Confirmed by its merchant."],
    [
      "disputed",
      "A question is open. A batch that is not confirmed yet waits until it is answered.",
      "A question is open. A batch that is not confirmed yet waits until it is answered.",
    ],
    ["void", "Void with its batch.", "Void with its batch."],
  ] as const;

  test.each(states)("%s is said to each side in its own words", async (status, told, toldOwn) => {
    await renderPage(<BillPanel row={buildBill({ status })} />);
    await expect.poll(note).toBe(told);
    expect(page.getByRole("button", { name: "PDF" }).elements()).toHaveLength(status === "void" ? 0 : 1);
    endPage();
    if (!toldOwn) return;
    signInOfMerchant([merchantBilling]);
    await renderPage(<BillPanel row={buildBill({ status })} />);
    await expect.poll(note).toBe(toldOwn);
  });

  test("repeats what was asked, by whom, and what was answered", async () => {
    const asked = { queryText: "Why two fees?", queryUserName: "Robin", answerText: "Two captures." };
    await renderPage(<BillPanel row={buildBill({ status: "issued", ...asked })} />);
    await expect.poll(note).toContain("The merchant asks Why two fees? · RobinAnswer Two captures.");
    endPage();
    signInOfMerchant([merchantBilling]);
    await renderPage(<BillPanel row={buildBill({ status: "disputed", ...asked, answerText: null })} />);
    await expect.poll(note).toContain("You asked Why two fees? · Robin");
    expect(note()).not.toContain("Answer");
  });
});

describe("a bill beside another fee plan", () => {
  test("shows what each category and all of it would cost, what the merchant saves and what is left of our margin", async () => {
    const line = { currency: "USD" as const, captureCount: 3, grossAmount: "40049", billedAmount: "1325" };
    const compared = { ...line, plannedAmount: "1140", differenceAmount: "-185" };
    server.answer(billing, "comparePlan", () => ({
      ...compared,
      marginAmount: "42600",
      lines: [{ ...compared, paymentCategory: "card" as const }],
    }));
    await renderPage(<BillPanel row={buildBill()} />);
    const compare = page.getByRole("button", { name: "Compare fee plan" });
    await expect.element(compare).toBeDisabled();
    await page.getByRole("textbox", { name: "Share" }).fill("2.5");
    await page.getByRole("textbox", { name: "Fixed part" }).fill("0.25");
    await compare.click();
    await expect
      .poll(() => server.inputs(billing, "comparePlan"))
      .toEqual([expect.objectContaining({ id, currency: "USD", percent: 25_000, fixed: "25" })]);
    const plain = () => (document.body.textContent ?? "").replace(/\s/g, " ");
    await expect.poll(plain).toMatch(/The merchant would pay .*1\.85.* less\./);
    const table = page.getByRole("table", { name: "Compare with another fee plan" });
    await expect.element(page.getByRole("textbox", { name: "Fixed part" })).toHaveValue("0.25");
    const rows = () =>
      table
        .getByRole("row")
        .elements()
        .map(({ textContent }) => (textContent ?? "").replace(/[^\w.−]/g, ""));
    await expect.poll(rows).toContainEqual(expect.stringMatching(/^Card313\.25.*11\.40.*−1\.85/));
    expect(rows()).toContainEqual(expect.stringMatching(/^Allcaptures313\.25.*11\.40.*−1\.85/));
  });

  test("is nothing that a merchant is offered", async () => {
    signInOfMerchant([merchantBilling]);
    await renderPage(<BillPanel row={buildBill()} />);
    await expect.poll(note).not.toBe("");
    expect(page.getByText("Compare with another fee plan").elements()).toEqual([]);
  });
});

describe("what a bill comes to", () => {
  test.each([
    ["USD", "400.49USD", "−13.01USD", "326.69USD"],
    ["JPY", "40,049JPY", "−1,301JPY", "32,669JPY"],
    ["KWD", "40.049KWD", "−1.301KWD", "32.669KWD"],
  ])("is stepped down in %s: all fees together, the deposit off the net", async (currency, gross, fees, settled) => {
    await renderPage(<BillPanel row={buildBill({ currency })} />);
    await expect.poll(steps).toContain(gross);
    expect(steps()).toContain(fees);
    expect(steps().endsWith(settled)).toBe(true);
  });

  test("adds both kinds of penalty", async () => {
    await renderPage(<BillPanel row={buildBill({ disputePenalty: "1500", refusalToPayPenalty: "500" })} />);
    await expect.poll(steps).toContain("−20.00USD");
  });

  test("tells our own cost and margin to nobody of a merchant", async () => {
    await renderPage(<BillPanel row={buildBill()} />);
    await expect.element(page.getByText("6.01USD")).toBeVisible();
    endPage();
    signInOfMerchant([merchantBilling]);
    await renderPage(<BillPanel row={buildBill()} />);
    await expect.poll(note).not.toBe("");
    for (const secret of ["6.01USD", "7.00USD"]) expect(page.getByText(secret).elements()).toEqual([]);
  });

  test("is told by category only where there is more than one", async () => {
    const line = (paymentCategory: string, orderCount: number, netAmount: string) => ({
      ...nought,
      paymentCategory,
      orderCount,
      grossAmount: netAmount,
      refundAmount: "0",
      netAmount,
      currency: "USD",
    });
    await renderPage(<BillPanel row={buildBill({ lines: [line("card", 3, "9000")] })} />);
    await expect.poll(note).not.toBe("");
    expect(page.getByRole("table").elements()).toEqual([]);
    endPage();
    await renderPage(<BillPanel row={buildBill({ lines: [line("card", 3, "9000"), line("all", 5, "12000")] })} />);
    const total = page.getByRole("row").last();
    await expect.element(total).toMatchTextContent("5120.00USD0.00USD0.00USD");
    await expect.element(page.getByRole("rowheader").last()).toMatchTextContent("Total");
  });

  test("says beside it what moved the balance without being billed, and nothing where nothing did", async () => {
    const quiet = { openingAmount: "100", closingAmount: "100", movements: [], earlier: [] };
    await renderPage(<BillPanel row={buildBill({ directMovements: quiet })} />);
    await expect.poll(note).not.toBe("");
    expect(page.getByText("Moved beside the batch").elements()).toEqual([]);
    endPage();
    const moved = { ...quiet, closingAmount: "-400", movements: [{ event: "J01", count: 2, amount: "-500" }] };
    await renderPage(<BillPanel row={buildBill({ directMovements: moved })} />);
    await expect.element(page.getByText("Moved beside the batch")).toBeVisible();
    await expect
      .poll(() => document.querySelector(".funds-sums")?.textContent)
      .toMatch(/Available at the start1\.00USD.+ × 2−5\.00USDAvailable at the end−4\.00USD/);
    expect(document.querySelector(".funds-sums")?.textContent).not.toContain("J01");
  });
});

describe("what is done with a bill", () => {
  const offered = (...names: readonly string[]) =>
    names.filter((name) => drawer.getByRole("button", { name, exact: true }).elements().length > 0);
  const all = ["Issue", "Recompute", "Answer"];

  test.each([
    ["draft", ["Issue", "Recompute"]],
    ["issued", []],
    ["confirmed", []],
    ["disputed", ["Answer"]],
    ["void", []],
  ])("by the operator, of one that is %s: %j", async (status, wanted) => {
    bill = buildBill({ status });
    await renderPage(<BillingList />, `/page?open=${id}`);
    await expect.poll(note).not.toBe("");
    expect(offered(...all)).toEqual(wanted);
  });

  test.each([
    ["issued", 2],
    ["confirmed", 0],
    ["disputed", 0],
    ["void", 0],
  ])("by its merchant, of one that is %s: %i", async (status, count) => {
    signInOfMerchant([merchantBilling]);
    bill = buildBill({ status });
    await renderPage(<MerchantBillingList />, `/page?open=${id}`);
    await expect.poll(note).not.toBe("");
    const names = drawer
      .getByRole("button")
      .elements()
      .map(({ textContent }) => textContent ?? "");
    expect(names.filter((name) => /^(Confirm|Raise a query)/.test(name))).toHaveLength(count);
  });

  test("nothing of a merchant's by the operator, whose people may neither confirm nor question it", async () => {
    await renderPage(<MerchantBillingList />, `/page?open=${id}`);
    await expect.poll(note).not.toBe("");
    const names = drawer
      .getByRole("button")
      .elements()
      .map(({ textContent }) => textContent ?? "");
    expect(names.filter((name) => /^(Confirm|Raise a query)/.test(name))).toEqual([]);
  });

  test("a merchant confirms the sum that is settled, with the version it has read", async () => {
    signInOfMerchant([merchantBilling]);
    server.answer(merchantBilling, "confirm", () => null);
    bill = buildBill({ currency: "JPY" });
    await renderPage(<MerchantBillingList />, `/page?open=${id}`);
    await drawer.getByRole("button", { name: "Confirm" }).click();
    await expect.element(dialog).toMatchTextContent("You agree that 32,669 JPY is what you are settled.");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect.poll(() => server.inputs(merchantBilling, "confirm")).toEqual([{ id, version: 3 }]);
  });

  test("an answer is sent once it is written, and a refusal keeps it", async () => {
    bill = buildBill({ status: "disputed", queryText: "Why?" });
    server.answer(billing, "answer", () => refusal({ status: 409, message: "It was answered by now." }));
    await renderPage(<BillingList />, `/page?open=${id}`);
    await drawer.getByRole("button", { name: "Answer" }).click();
    await dialog.getByRole("textbox").fill("Two captures.");
    await dialog.getByRole("button", { name: "Answer" }).click();
    await expect.poll(() => server.inputs(billing, "answer")).toEqual([{ id, version: 3, text: "Two captures." }]);
    await expect.element(page.getByText("It was answered by now.", { exact: false }).first()).toBeVisible();
    await expect.element(dialog.getByRole("textbox")).toHaveValue("Two captures.");
  });

  test("leads to its batch, and to the lines for those who may see them", async () => {
    await renderPage(<BillPanel row={bill} />);
    await expect
      .element(page.getByRole("link", { name: "Open batch" }))
      .toHaveAttribute("href", `/finance/settlement/${batchId}`);
    await expect
      .element(page.getByRole("link", { name: "Lines of the batch" }))
      .toHaveAttribute("href", `/finance/lines?batchId=${batchId}`);
    endPage();
    signInFor([billing]);
    await renderPage(<BillPanel row={bill} />);
    await expect.element(page.getByRole("link", { name: "Open batch" })).toBeVisible();
    expect(page.getByRole("link", { name: "Lines of the batch" }).elements()).toEqual([]);
  });
});
