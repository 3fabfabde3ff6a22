import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { paymentCaptured } from "@countinghouse/ledger/capture.postings.ts";
import { disputePenaltyCharged } from "@countinghouse/ledger/dispute.postings.ts";
import { batchSettled } from "@countinghouse/ledger/settlement.postings.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { money } from "@countinghouse/money/money.ts";
import { holdReserve, merDepositWorkers } from "../src/modules/funds/mer-deposit/index.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Context } from "../src/platform/http/context.ts";
import { actor, type TestApp } from "./app.ts";
import { jobContext } from "./jobs.ts";
import { findingsOf, inTransaction, postIn, sealBook } from "./ledger.ts";
import { buildMerchant } from "./merchants.ts";

interface Booked {
  readonly merchantId: string;
  readonly book: "live" | "test";
  readonly currency?: string;
  readonly reserve: bigint;
  readonly releaseDate?: string;
  readonly holdDate?: string;
  readonly journalId: string;
}

const held = (
  ctx: Context,
  { merchantId, book, currency = "USD", reserve, releaseDate = "2027-05-20", holdDate, journalId }: Booked,
) => {
  const batchId = newId("stl", ctx.now);
  return holdReserve(ctx, {
    merchantId,
    book,
    currency,
    batchId,
    batchNo: `BT${batchId.slice(-12)}`,
    ratio: 100_000,
    amount: money(reserve, currency),
    releaseDate,
    ...(holdDate ? { holdDate } : {}),
    journalId,
  });
};

/** Adds the hold of a batch that was booked already. */
export const holdBooked = (app: TestApp, booked: Booked) => inTransaction(app, (ctx) => held(ctx, booked));

interface Batch {
  readonly merchantId: string;
  readonly book?: "live" | "test";
  readonly currency?: string;
  /** What the batch comes to, and what of it is held; minor units. */
  readonly net: bigint;
  readonly reserve: bigint;
  readonly releaseDate: string;
  readonly holdDate?: string;
}

/** Takes a payment, settles it as a batch and holds a reserve of it, booked and sealed as a settlement does; the hold's id. */
export async function settleHolding(
  app: TestApp,
  { merchantId, book = "live", currency = "USD", net, reserve, releaseDate, holdDate }: Batch,
): Promise<string> {
  const now = app.clock.now();
  const effectiveDate = now.toISOString().slice(0, 10);
  const own = { merchantId, book, effectiveDate, description: "Batch", orderId: null };
  const whole = money(net, currency);
  return inTransaction(app, async (ctx, post) => {
    const taken = paymentCaptured({ merchantId, gatewayAccountId: "gwa_1", amount: whole });
    await post(ctx, { ...own, entries: [taken], eventId: newId("cap", now) });
    const entries = [batchSettled({ merchantId, net: whole, reserve: money(reserve, currency) })];
    const [settled] = await post(ctx, { ...own, entries, eventId: newId("stl", now) });
    const parts = { merchantId, book, currency, reserve, releaseDate, journalId: settled?.journalId ?? "" };
    return (await held(ctx, { ...parts, ...(holdDate ? { holdDate } : {}) })).id;
  });
}

/** What tests of holds do, on an application that is there when they run. Holds stand in the test book: one person is enough. */
export function depositDesk(appOf: () => TestApp) {
  const desk = () => appOf().as(actor({ provenAt: appOf().clock.now() }));
  const day = (ahead: number) =>
    new Date(appOf().clock.now().getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
  return {
    desk,
    day,
    merchant: () => buildMerchant(appOf(), { tenantId: 1, orgId: 1 }),
    /** A tenth of what a batch came to. */
    hold: (merchantId: string, parts: Partial<Batch> = {}) =>
      settleHolding(appOf(), {
        merchantId,
        book: "test",
        net: 10_000n,
        reserve: 1_000n,
        releaseDate: day(30),
        ...parts,
      }),
    read: (id: string) => desk().call(merDeposit, "detail", { id }),
    /** Runs a worker as its schedule does. */
    work: (queue: "deposit-release" | "deposit-watch") =>
      merDepositWorkers.find((one) => one.queue === queue)?.run(jobContext(appOf()), {}),
    /** Takes an amount from a merchant's balance, whatever there is. */
    lose: (merchantId: string, minor: number) =>
      postIn(appOf(), {
        merchantId,
        book: "test",
        entries: [
          disputePenaltyCharged({ merchantId, bucket: "available", fee: usd(minor), tax: usd(0), taxCountry: "SG" }),
        ],
        eventId: newId("dsp", appOf().clock.now()),
        orderId: null,
        effectiveDate: day(0),
        description: "Lost dispute",
      }),
    /** What a look over the books finds; payments are booked here without orders. */
    violations: async (merchantId: string, book: "live" | "test" = "test") => {
      await sealBook(appOf(), merchantId, { book });
      return (await findingsOf(appOf(), merchantId, { book })).filter(({ law }) => law !== "receivable_backed");
    },
    /** What the merchant's servers were told, in its order. */
    eventsOf: async (merchantId: string) =>
      (
        await appOf()
          .platform.db.selectFrom("merchantEvents")
          .select("type")
          .where("merchantId", "=", merchantId)
          .orderBy("id")
          .execute()
      ).map(({ type }) => type),
  };
}
