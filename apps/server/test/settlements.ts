import { paymentCaptured, transactionFeeCharged } from "@countinghouse/ledger/capture.postings.ts";
import { refundFeeCharged, refundHeld, refundSucceeded } from "@countinghouse/ledger/refund.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import type { Insertable } from "kysely";
import { closeNext, collectBatches } from "../src/modules/funds/settlements/settlement-close.service.ts";
import { sweepSettlements } from "../src/modules/funds/settlements/settlements.worker.ts";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Tables } from "../src/platform/db/tables.ts";
import type { TestApp } from "./app.ts";
import { jobContext } from "./jobs.ts";
import { findingsOf, inTransaction, postIn } from "./ledger.ts";
import { buildMerchant } from "./merchants.ts";
import { buildTenant } from "./people.ts";
import { buildAccountTerms } from "./terms.ts";

/** A merchant that is settled in US dollars, T+3 in London unless told otherwise, by itself. */
export async function buildSettledMerchant(app: TestApp, terms: Partial<Insertable<Tables["accountTerms"]>> = {}) {
  const { tenantId, orgId } = await buildTenant(app);
  const merchantId = await buildMerchant(app, { tenantId, orgId });
  const usual = { settlementCurrency: "USD", autoSettle: true };
  await buildAccountTerms(app, { tenantId, merchantId }, { ...usual, ...terms });
  return { tenantId, orgId, merchantId };
}

let sold = 0;

interface Sale {
  readonly due: string;
  readonly fee?: number;
  readonly book?: "live" | "test";
  readonly orderId?: string | null;
}

/** Books a sale that falls due on a day: its amount and its fee. Answers the record it was booked for. */
export async function sell(
  app: TestApp,
  merchantId: string,
  minor: number,
  { due, fee = 0, book = "live", orderId = null }: Sale,
): Promise<string> {
  sold += 1;
  const eventId = `att_${sold}`;
  await postIn(app, {
    merchantId,
    book,
    entries: [
      paymentCaptured({ merchantId, gatewayAccountId: "gwa_1", amount: usd(minor) }),
      ...(fee ? [transactionFeeCharged({ merchantId, fee: usd(fee), tax: usd(0), taxCountry: "GB" })] : []),
    ],
    eventId,
    orderId,
    effectiveDate: app.clock.now().toISOString().slice(0, 10),
    description: "Sale",
    dueDate: due,
  });
  return eventId;
}

/** Books a refund of pending money that went through, with its fee, due on a day. */
export async function giveBack(
  app: TestApp,
  merchantId: string,
  minor: number,
  { due, fee = 0 }: { readonly due: string; readonly fee?: number },
): Promise<void> {
  sold += 1;
  const at = { merchantId, gatewayAccountId: "gwa_1" };
  const said = {
    merchantId,
    book: "live" as const,
    eventId: `ref_${sold}`,
    orderId: null,
    effectiveDate: app.clock.now().toISOString().slice(0, 10),
    description: "Refund",
    dueDate: due,
  };
  await postIn(app, { ...said, entries: [refundHeld({ merchantId, bucket: "pending", amount: usd(minor) })] });
  await postIn(app, {
    ...said,
    entries: [
      refundSucceeded({ ...at, amount: usd(minor), converted: null }),
      ...(fee
        ? [refundFeeCharged({ merchantId, bucket: "pending", fee: usd(fee), tax: usd(0), taxCountry: "GB" })]
        : []),
    ],
  });
}

/** One round of what is settled by itself. */
export const settleAll = (app: TestApp): Promise<void> => sweepSettlements(jobContext(app));

/** The batches of a merchant, in the order of their days. */
export const batchesOf = ({ platform: { db } }: TestApp, merchantId: string) =>
  db
    .selectFrom("settlementBatches")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .orderBy("mode")
    .orderBy("date")
    .orderBy("id")
    .execute();

/** The day of the tests' clock: 10:00 on a Saturday in London. A batch of Monday closes on Sunday at midnight. */
export const today = "2026-11-21";

/** Steps of the batches of one merchant in live US dollars, of an app that is made only before the tests. */
export const stepsOfBatches = (appOf: () => TestApp) => {
  const placeOf = (merchantId: string) => ({ merchantId, mode: "live", currency: "USD" }) as const;
  return {
    placeOf,
    collected: (merchantId: string) => inTransaction(appOf(), (ctx) => collectBatches(ctx, placeOf(merchantId))),
    /** Closes the next one, due or not. */
    closed: (merchantId: string) =>
      inTransaction(appOf(), (ctx) => closeNext(ctx, placeOf(merchantId), { isDue: async () => true })),
    /** The first of a merchant that has one. */
    only: async (merchantId: string) => {
      const [batch] = await batchesOf(appOf(), merchantId);
      if (!batch) throw new Error("there is no batch");
      return batch;
    },
  };
};

/** What a merchant holds in its buckets: pending, available, reserve. */
export async function heldBy({ platform: { db } }: TestApp, merchantId: string, book: "live" | "test" = "live") {
  const rows = await db
    .selectFrom("ledgerBalances")
    .select(["kind", "amount"])
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("kind", "in", ["pending", "available", "reserve"])
    .execute();
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.amount ?? 0);
  return [of("pending"), of("available"), of("reserve")];
}

const settled = ["settlement_lines", "settlement_batches", "bills", "bill_lines"];

/** What a look over a merchant's book says of its settlements. */
export const settlementFindings = async (app: TestApp, merchantId: string): Promise<readonly string[]> =>
  (await findingsOf(app, merchantId))
    // What is sold here has no capture that would say when it falls due.
    .filter(({ table, column }) => settled.includes(table) && column !== "due_date")
    .map(({ law, table, column, expected, found }) => `${law} ${table}.${column}: ${expected} ${found}`);

/** A batch that is closed and its issued bill as rows, with nothing behind them. */
export async function buildBatch(
  { platform: { db, clock } }: TestApp,
  owner: { readonly tenantId: number; readonly merchantId: string },
  parts: Partial<Insertable<Tables["settlementBatches"]>> = {},
): Promise<{ readonly batchId: string; readonly billId: string }> {
  const now = clock.now();
  const at = now.toISOString();
  const batchId = newId("bat", now);
  const billId = newId("bil", now);
  await db
    .insertInto("settlementBatches")
    .values({
      ...owner,
      id: batchId,
      batchNo: businessNumber("BT", now),
      mode: "live",
      currency: "USD",
      date: at.slice(0, 10),
      seq: 1,
      status: "closed",
      periodFrom: at,
      periodTo: at,
      lineCount: 1,
      checksum: "",
      termsId: "mac_1",
      closedTime: at,
      createTime: at,
      ...parts,
    })
    .execute();
  await db
    .insertInto("bills")
    .values({
      ...owner,
      id: billId,
      mode: "live",
      batchId,
      billingDate: at.slice(0, 10),
      checksum: "",
      status: "issued",
      invoiceNo: businessNumber("IV", now),
      issuedTime: at,
      createTime: at,
    })
    .execute();
  await db
    .insertInto("billLines")
    .values({
      merchantId: owner.merchantId,
      billId,
      paymentCategory: "all",
      orderCount: 0,
      refundCount: 0,
      disputeCount: 0,
      grossAmount: "0",
      transactionFee: "0",
      gatewayFee: "0",
      refundAmount: "0",
      refundHandlingFee: "0",
      disputeAmount: "0",
      disputePenalty: "0",
      refusalToPayPenalty: "0",
      taxAmount: "0",
      adjustmentAmount: "0",
      netAmount: "0",
      gatewayCostAmount: "0",
      marginAmount: "0",
    })
    .execute();
  return { batchId, billId };
}
