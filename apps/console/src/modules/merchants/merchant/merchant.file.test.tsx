import { type GoLiveItem, goLive } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import {
  MerchantDocument,
  merchantDocument,
} from "@countinghouse/contract/merchants/merchant-file/merchant-document.ts";
import { MerchantOwner, merchantOwner } from "@countinghouse/contract/merchants/merchant-file/merchant-owner.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, refusal, startFakeServer } from "../../../../test/fake-server.ts";
import { recordOf } from "../../../../test/record-of.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { MerchantFile } from "./merchant.file.part.tsx";
import { MerchantTestPayment } from "./merchant.test-payment.part.tsx";

const id = `mer_${"0".repeat(26)}`;
const orderId = `ord_${"0".repeat(26)}`;
const at = "2026-11-21T06:05:09.000Z";

let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([merchant, goLive, merchantOwner, merchantDocument]);
  server = startFakeServer();
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("the papers of a merchant", () => {
  const owner = (name: string, parts: object) =>
    recordOf(MerchantOwner, { id: `own_${name}`, name, role: "owner", country: "DE", share: 0, ...parts });
  const paper = (fileName: string, status: string, parts: object = {}) =>
    recordOf(MerchantDocument, { id: `doc_${fileName}`, fileName, status, kind: "registration", version: 1, ...parts });

  async function open(): Promise<void> {
    await renderPage(<MerchantFile merchantId={id} />);
  }

  test("name each owner's share, where there is one, and country", async () => {
    server.answer(merchantOwner, "ofMerchant", () => [owner("Ada", { share: 255_000 }), owner("Bo", {})] as never);
    server.answer(merchantDocument, "ofMerchant", () => []);
    await open();
    await expect.element(page.getByText(/25\.5 % · Germany$/)).toBeVisible();
    expect(page.getByText(/ 0 %/).elements()).toEqual([]);
    await expect.element(page.getByText("No document is on file yet.")).toBeVisible();
  });

  test.each([
    ["receiving", 0, false],
    ["waiting", 2, true],
    ["verified", 1, true],
    ["rejected", 0, true],
  ])("one that is %s can be judged in %i ways", async (status, ways, isThere) => {
    server.answer(merchantOwner, "ofMerchant", () => []);
    server.answer(
      merchantDocument,
      "ofMerchant",
      () => [paper("extract.pdf", status, { decisionReason: "blurred" })] as never,
    );
    await open();
    const line = page.getByRole("list", { name: "Documents" }).getByRole("listitem");
    await expect.element(line).toMatchTextContent("blurred");
    expect(line.getByRole("button", { name: "extract.pdf" }).elements()).toHaveLength(isThere ? 1 : 0);
    const others = line
      .getByRole("button")
      .elements()
      .filter(({ textContent }) => textContent !== "extract.pdf");
    expect(others).toHaveLength(ways);
  });
});

describe("the test payment of a merchant", () => {
  const missing: Partial<GoLiveItem> = { state: "missing", note: "testNone" };
  const showTest = (parts: object = {}, told = missing, taken: string | null = null) =>
    renderPage(
      <MerchantTestPayment
        row={recordOf(Merchant, { id, name: "Harbour Tea", currency: "GBP", ...parts })}
        of={
          {
            item: "testPayment",
            isNeeded: false,
            values: {},
            recordId: null,
            isOwn: false,
            ...missing,
            ...told,
          } as GoLiveItem
        }
        orderId={taken}
      />,
    );

  test.each([
    ["GBP", "1.00 GBP"],
    ["JPY", "1 JPY"],
    ["KWD", "1.000 KWD"],
  ])("is of one unit of %s", async (currency, told) => {
    await showTest({ currency });
    await expect.element(page.getByRole("button", { name: `Take a test payment of ${told}` })).toBeVisible();
  });

  test.each([
    ["coinOrder.noRoute", "Look at", true],
    ["merPaymentMethodCfg.feeRuleMissing", "Look at Fee rules", true],
    ["goLive.noApp", "Look at", false],
  ])("that is refused as %s leads to where that is mended", async (bizCode, link, isLed) => {
    server.answer(goLive, "testPayment", () => refusal({ status: 409, message: "It cannot be taken.", bizCode }));
    await showTest();
    await page.getByRole("button", { name: /^Take a test payment/ }).click();
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent("The test payment could not be taken. It cannot be taken.");
    expect(
      page
        .getByRole("alert")
        .getByRole("link", { name: new RegExp(`^${link}`) })
        .elements(),
    ).toHaveLength(isLed ? 1 : 0);
  });

  test("on its way cannot be taken a second time, and says that it is being booked", async () => {
    signInFor([merchant, goLive, coinOrder]);
    server.answer(coinOrder, "explain", () => ({ lines: [], journals: [], feeRule: null, fx: null, agreed: null }));
    await showTest({}, { state: "waiting", note: "testWaiting" }, orderId);
    await expect.element(page.getByText("Being booked")).toBeVisible();
    expect(page.getByRole("button", { name: /Take a test payment/ }).element().className).toContain("loading");
  });

  test("shows what was booked, and that both sides come to the same in each currency", async () => {
    signInFor([merchant, goLive, coinOrder]);
    const pending = `mer:${id}:pending:JPY`;
    const posting = (debit: string, credit: string, amount: string) => ({
      debit,
      credit,
      amount,
      currency: "JPY" as const,
    });
    const journal = (journalId: string, event: string, ...postings: ReturnType<typeof posting>[]) => ({
      journalId,
      event,
      effectiveDate: "2026-11-21",
      postedAt: at,
      description: "",
      postings,
    });
    server.answer(
      coinOrder,
      "explain",
      () =>
        ({
          lines: [],
          journals: [
            journal("jrn_1", "J01", posting("gw:clearing:ga_1:JPY", pending, "100")),
            journal("jrn_2", "J02", posting(pending, "rev:fee:JPY", "4")),
          ],
          feeRule: null,
          fx: null,
          agreed: null,
        }) as never,
    );
    await showTest({ currency: "JPY" }, { state: "done", note: "testPassed" }, orderId);
    const table = page.getByRole("region", { name: "Postings of the test payment" });
    await expect.element(table.getByRole("row").nth(1)).toMatchTextContent(/100JPY100JPY$/);
    await expect.element(table.getByRole("row").nth(2)).toMatchTextContent(/4JPY96JPY$/);
    await expect.element(page.getByText("Debits equal credits, 104 JPY each")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Order", exact: true }))
      .toHaveAttribute("href", `/trade/order/${orderId}`);
  });
});
