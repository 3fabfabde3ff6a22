import { type ReconDetail, recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { type ReconItem, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, pageOfRows, startFakeServer } from "../../../../test/fake-server.ts";
import { endEveryLine, renderRecord } from "../../../../test/line-endings.tsx";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { ReconPage } from "./recon.page.tsx";
import { ReconItemList } from "./recon-item.list.tsx";

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
  netCurrency: "USD",
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

describe("what a line offers", () => {
  const shown = async (parts: Partial<ReconItem>) => {
    server.answer(reconItem, "page", (input) => pageOfRows([line(parts)] as never, input));
    await renderRecord(ReconPage, id);
    await expect.element(page.getByRole("button", { name: "Claim from the gateway" })).toBeVisible();
    return (name: string) => page.getByRole("button", { name, exact: true }).elements().length > 0;
  };

  test("is no cost where it stands against nothing of ours", async () => {
    const has = await shown({ matchStatus: "missing_local", ourRefType: null, ourRefId: null });
    expect([has("Book to cost"), has("Put into suspense"), has("Accept")]).toEqual([false, true, true]);
  });

  test("is nothing to book where it differs in no amount", async () => {
    const has = await shown({ matchStatus: "date_mismatch", difference: "0" });
    expect([has("Book to cost"), has("Put into suspense"), has("Accept")]).toEqual([false, false, true]);
  });

  test.each([
    ["the whole of a refund", "74900", true],
    ["another amount than the refund", "74800", false],
  ])("is to give it back to the merchant where %s came back", async (_what, ourGrossAmount, isOffered) => {
    const has = await shown({
      type: "refund_reversed",
      ourRefType: "refund_reversal",
      matchStatus: "status_mismatch",
      difference: "72766",
      ourGrossAmount,
    });
    expect([has("Give back to the merchant"), has("Book to cost")]).toEqual([isOffered, false]);
  });
});

describe("a settlement file", () => {
  test("says what it is held to, and ends lines of one cause once what that books was shown", async () => {
    await renderRecord(ReconPage, id);
    await expect.element(page.getByText("Adds up to the payout")).toBeVisible();
    await expect.element(page.getByText("File 411 never came")).toBeVisible();
    await expect.element(page.getByText("Came again 1 time")).toBeVisible();
    await expect.element(page.getByText(/^payout .*274,178\.12/)).toBeVisible();
    await expect.element(page.getByText("Still open")).toBeVisible();
    await expect.element(page.getByText("all of it sits in the 2 below")).toBeVisible();
    await expect.element(page.getByText("File, line 40")).toBeVisible();
    await endEveryLine({
      server,
      resource: reconItem,
      lines: [line({}), other],
      deed: "Book to cost",
      resolution: "adjust_cost",
      told: ["plt:cost:gateway_fee:USD", "Ended by 2 lines"],
      reason: "Commercial cards",
    });
  });
});

describe("differences of all files", () => {
  test("are those that are not ended, until all lines are asked for", async () => {
    server.answer(reconItem, "page", (input) =>
      pageOfRows([line({ lineNo: null, netAmount: "12300", matchStatus: "missing_upstream" })] as never, input),
    );
    await renderPage(<ReconItemList />, "/page");
    await expect.element(page.getByText("pay_1")).toBeVisible();
    expect(server.inputs(reconItem, "page").at(-1)).toMatchObject({ status: ["open", "claimed", "suspended"] });
    // What the file lacks is said by no amount of it.
    expect(page.getByText(/123\.00/).elements()).toEqual([]);
    await page.getByRole("button", { name: "All lines" }).click();
    await expect.poll(() => server.inputs(reconItem, "page").at(-1)).not.toHaveProperty("status");
  });
});
