import { type ReconDetail, recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { type ReconItem, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { ReconPage } from "./recon.page.tsx";

const id = `rcb_${"0".repeat(26)}`;
const at = "2026-11-22T06:10:00.000Z";
const usd = { currency: "USD" } as const;

const file: ReconDetail = {
  id,
  reconNo: "RC20261122K7W0ZB4HXE",
  mode: "test",
  gatewayAccountId: `ga_${"0".repeat(26)}`,
  gatewayAccountName: "Meridian US-01",
  batchNo: 412,
  fileName: "MER_412.csv",
  fileHash: `4be1${"0".repeat(56)}90d7`,
  fileDate: "2026-11-21",
  source: "upload",
  copies: 1,
  ...usd,
  lineCount: 64,
  grossAmount: "28190640",
  feeAmount: "772828",
  netAmount: "27417812",
  payoutAmount: "27417812",
  receivedAmount: "0",
  receivedTime: null,
  differenceAmount: "-897",
  openCount: 2,
  openAmount: "-897",
  openSince: at,
  status: "exceptions",
  closedTime: null,
  closeUserName: null,
  ourNetAmount: "27418709",
  checks: { addsUp: true, missingBatchNo: 411, isSingle: false },
  groups: [
    { group: "mismatched", count: 2, ...usd, amount: "-897" },
    { group: "matched", count: 61, ...usd, amount: "27300000" },
  ],
  classes: [{ matchStatus: "fee_mismatch", count: 2, open: 2, ...usd, amount: "-897", oldest: at }],
  types: [],
  ages: [{ age: "today", count: 2, ...usd, amount: "897" }],
  can: { run: true, close: false, receive: true },
  version: 3,
  createTime: at,
  createUserName: "Ada",
  updateTime: at,
  updateUserName: "System",
};

const line = (parts: Partial<ReconItem>): ReconItem => ({
  id: `rci_${"0".repeat(26)}`,
  batchId: id,
  reconNo: file.reconNo,
  mode: "test",
  gatewayAccountId: file.gatewayAccountId,
  gatewayAccountName: file.gatewayAccountName,
  lineNo: 40,
  type: "settled",
  upstreamRef: "pay_1",
  merchantRef: "OR20261119L5D8QX0WME",
  modificationRef: "",
  paymentMethod: "visa",
  itemTime: at,
  bookingDate: "2026-11-21",
  ...usd,
  lineCurrency: "USD",
  grossAmount: "74900",
  interchangeAmount: "1485",
  schemeFeeAmount: "524",
  markupAmount: "125",
  feeAmount: "2134",
  netAmount: "72766",
  ourMerchantId: `mer_${"0".repeat(26)}`,
  merchantName: "Corner shop",
  ourRefType: "capture",
  ourRefId: "cap_1",
  ourRefNo: "CP1",
  orderId: "ord_1",
  orderNo: "OR20261119L5D8QX0WME",
  ourCurrency: "USD",
  ourGrossAmount: "74900",
  ourFeeAmount: "1358",
  ourTime: at,
  expectedDate: null,
  matchStatus: "fee_mismatch",
  difference: "-776",
  truedAmount: "0",
  suspenseAmount: "0",
  status: "open",
  resolution: null,
  remark: null,
  resolveUserName: null,
  resolveTime: null,
  since: at,
  version: 2,
  ...parts,
});
const other = line({
  id: `rci_${"1".repeat(26)}`,
  orderNo: "OR202611193ZV7CT1HKA",
  merchantRef: "OR202611193ZV7CT1HKA",
  difference: "-121",
});

let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1440, 1100);
  signInFor([recon, reconItem]);
  server = startFakeServer();
  server.answer(recon, "detail", () => file);
  server.answer(reconItem, "page", (input) => pageOfRows([line({}), other] as never, input));
  server.answer(reconItem, "plan", () => ({
    count: 2,
    ...usd,
    amount: "-897",
    openBefore: "-897",
    openAfter: "0",
    openCountAfter: 0,
    takesTwo: true,
    postings: ["776", "121"].map((amount) => ({
      event: "J61",
      merchantName: "Corner shop",
      debitAccount: "plt:cost:gateway_fee:USD",
      creditAccount: "plt:gateway_receivable:USD:ga_1",
      ...usd,
      amount,
    })),
  }));
  server.answer(reconItem, "resolve", () => ({ count: 2 }));
});

afterEach(() => {
  endPage();
  server.stop();
});

describe("a settlement file", () => {
  test("says what it is held to, and ends lines of one cause once what that books was shown", async () => {
    const pages = (
      <Routes>
        <Route path=":id" element={<ReconPage />} />
      </Routes>
    );
    await renderPage(pages, `/page/${id}`);
    await expect.element(page.getByText("Adds up to the payout")).toBeVisible();
    await expect.element(page.getByText("File 411 never came")).toBeVisible();
    await expect.element(page.getByText("Came again 1 time")).toBeVisible();
    await expect.element(page.getByText("all of it sits in the 2 below")).toBeVisible();
    await expect.element(page.getByText("File, line 40")).toBeVisible();
    // The first one ticks every line.
    await page.getByRole("checkbox").first().click();
    await page.getByRole("button", { name: "Booked to cost" }).click();
    await expect.element(page.getByText("plt:cost:gateway_fee:USD")).toBeVisible();
    await expect.element(page.getByText("Ended by 2 lines")).toBeVisible();
    await expect.element(page.getByText("a second person has to agree", { exact: false })).toBeVisible();
    const end = page.getByRole("button", { name: "Booked to cost: 2 lines" });
    await end.click();
    expect(server.inputs(reconItem, "resolve")).toEqual([]);
    await page.getByRole("textbox").last().fill("Commercial cards");
    await end.click();
    await expect
      .poll(() => server.inputs(reconItem, "resolve"))
      .toMatchObject([
        {
          items: [
            { id: line({}).id, version: 2 },
            { id: other.id, version: 2 },
          ],
          resolution: "adjust_cost",
          reason: "Commercial cards",
        },
      ]);
  });
});
