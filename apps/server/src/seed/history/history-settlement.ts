import { billLifecycle } from "@countinghouse/contract/funds/billing/bill.lifecycle.ts";
import { settlementLifecycle } from "@countinghouse/contract/funds/settlements/settlements.lifecycle.ts";
import { batchSettled } from "@countinghouse/ledger/settlement.postings.ts";
import { currency as codeOf } from "@countinghouse/money/currency.ts";
import { add, isZero, type Money, money, zero } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { startOfDay } from "@countinghouse/money/zone.ts";
import { allocateOldestFirst, type BatchPart } from "../../modules/funds/allocation/index.ts";
import { batchSums, billLinesOf, type CategoryCharges } from "../../modules/funds/ledger/index.ts";
import {
  closingTime,
  dayIn,
  daysToOpen,
  plannedReserve,
  settlementObject,
  unsettledBatch,
} from "../../modules/funds/settlements/index.ts";
import type { AccountTerms } from "../../modules/merchants/merchant-account-cfg/index.ts";
import { systemActor } from "../../platform/access/actor.ts";
import { businessNumber } from "../../platform/db/business-number.ts";
import { newId } from "../../platform/db/new-id.ts";
import { dayMs } from "../seed-context.ts";
import { type BillSource, billChecksumOf, charges, checksumOf } from "./history-bill.ts";
import type { HistoryLine } from "./history-book.ts";
import type { MerchantHistory } from "./history-merchant.ts";
import type { HistoryOrder } from "./history-order.ts";
import type { SettledSoFar } from "./history-refund.ts";
import { holdReserve } from "./history-reserve.ts";
import type { SettledMoney } from "./history-withdrawal.ts";

/** The platform looks at its batches so often. */
const sweepMs = 300_000;
const nextSweep = (at: number): number => Math.ceil((at + 1) / sweepMs) * sweepMs;

/** So long after a bill is issued its merchant has agreed to it. */
const confirmedAfterMs = 3 * dayMs;

type Batch = Record<string, unknown> & {
  readonly id: string;
  readonly batchNo: string;
  readonly date: string;
  status: string;
  amount: string;
  reserveAmount: string;
  reserveRatio: number | null;
  reserveReleaseDate: string | null;
  version: number;
};

/** The settlements of a merchant's history: batches of what falls due, closed, billed and settled on their days. */
export class HistorySettlement implements SettledSoFar, SettledMoney {
  readonly #history: MerchantHistory;
  readonly #orders: ReadonlyMap<string, HistoryOrder>;
  readonly #books = new Map<string, SettledCurrency>();

  constructor(history: MerchantHistory, orders: ReadonlyMap<string, HistoryOrder>) {
    this.#history = history;
    this.#orders = orders;
    history.settle = (line) => this.#bookOf(line.currency).add(line);
  }

  #bookOf(currency: string): SettledCurrency {
    const found = this.#books.get(currency) ?? new SettledCurrency(this.#history, this.#orders, currency);
    this.#books.set(currency, found);
    return found;
  }

  batched(currency: string): Money {
    return this.#bookOf(currency).batched;
  }

  take(currency: string, amount: bigint): readonly BatchPart[] {
    return this.#bookOf(currency).take(amount);
  }

  isSettled(captureId: string): boolean {
    return [...this.#books.values()].some((book) => book.settledSources.has(captureId));
  }
}

/** One currency of it. */
class SettledCurrency {
  readonly settledSources = new Set<string>();
  /** What is left of settled batches, less the reserve that is still held; the oldest first. */
  readonly #left = new Map<string, bigint>();
  batched: Money;
  readonly #history: MerchantHistory;
  readonly #orders: ReadonlyMap<string, HistoryOrder>;
  readonly #currency: string;
  #open: HistoryLine[] = [];
  readonly #collecting = new Map<string, Batch>();
  #isAwake = false;
  #last: string | null = null;
  #seq = 0;
  #periodFrom: string | null = null;
  #firstBooked: string | null = null;

  constructor(history: MerchantHistory, orders: ReadonlyMap<string, HistoryOrder>, currency: string) {
    this.#history = history;
    this.#orders = orders;
    this.#currency = currency;
    this.batched = zero(codeOf(currency));
  }

  /** Takes money of the oldest batches that something is left of. */
  take(amount: bigint): readonly BatchPart[] {
    const parts = allocateOldestFirst(
      amount,
      [...this.#left].map(([batchId, left]) => ({ batchId, amount: left })),
    );
    for (const { batchId, amount: part } of parts) if (batchId !== null) this.#gain(batchId, -part);
    return parts;
  }

  #gain(batchId: string, amount: bigint): void {
    this.#left.set(batchId, (this.#left.get(batchId) ?? 0n) + amount);
  }

  /** Hears of a line; the next look of the platform finds a batch for it. */
  add(line: HistoryLine): void {
    this.#open.push(line);
    this.#firstBooked ??= this.#history.now.toISOString();
    if (this.#isAwake) return;
    this.#isAwake = true;
    this.#history.plan(nextSweep(this.#history.now.getTime()), () => this.#collect());
  }

  async #collect(): Promise<void> {
    this.#isAwake = false;
    const { now } = this.#history;
    const terms = await this.#history.prices.terms(this.#currency);
    const dues = [...new Set(this.#open.flatMap(({ dueDate }) => dueDate ?? []))];
    const open = [...this.#collecting.keys()];
    const days = daysToOpen({ dues, open, last: this.#last, today: dayIn(terms.zone, now) }, terms.settlement);
    for (const date of days) {
      const batch = this.#newBatch(date);
      this.#collecting.set(date, batch);
      const closes = closingTime(date, terms.settlement, false).getTime();
      this.#history.plan(nextSweep(Math.max(closes, now.getTime())), () => this.#close(batch, terms));
    }
  }

  #newBatch(date: string): Batch {
    const { now, trade, rows } = this.#history;
    const batch: Batch = {
      ...unsettledBatch,
      merchantId: trade.merchantId,
      id: newId("bat", now),
      tenantId: trade.tenantId,
      batchNo: businessNumber("BT", now),
      mode: "test",
      currency: this.#currency,
      date,
      seq: null,
      status: settlementLifecycle.initial,
      periodFrom: null,
      periodTo: null,
      reserveRatio: null,
      reserveReleaseDate: null,
      checksum: null,
      termsId: null,
      closeUserId: null,
      closeUserName: null,
      closedTime: null,
      confirmedTime: null,
      settledTime: null,
      journalId: null,
      voidCause: null,
      voidTime: null,
      eventSeq: 0,
      createTime: now.toISOString(),
      version: 1,
    };
    rows.add("settlementBatches", batch);
    this.#history.sealLast("settlementBatches", batch);
    return batch;
  }

  #close(batch: Batch, terms: AccountTerms): void {
    const { now } = this.#history;
    const lines = this.#open.filter(({ dueDate }) => dueDate !== null && dueDate <= batch.date);
    this.#collecting.delete(batch.date);
    this.#last = batch.date;
    if (lines.length === 0) {
      Object.assign(batch, {
        status: settlementLifecycle.actions.carry.to,
        voidCause: "empty",
        voidTime: now.toISOString(),
        version: 2,
      });
      return;
    }
    this.#open = this.#open.filter((line) => !lines.includes(line));
    for (const line of lines) Object.assign(line, { state: "batched", batchId: batch.id });
    const billed = this.#billed(lines);
    const sums = batchSums(billed);
    const net = fromWire(sums.amount, this.#currency);
    const reserve = this.#reserveOf(batch, lines, terms, net);
    this.#seq += 1;
    const periodTo = now.toISOString();
    Object.assign(batch, sums, {
      status: settlementLifecycle.actions.close.to,
      seq: this.#seq,
      periodFrom: this.#periodFrom ?? this.#firstBooked,
      periodTo,
      reserveAmount: toWire(reserve?.amount ?? zero(net.currency)),
      reserveRatio: reserve?.ratio ?? null,
      reserveReleaseDate: reserve?.releaseDate ?? null,
      checksum: checksumOf(lines),
      termsId: terms.id,
      closedTime: periodTo,
      closeUserName: systemActor.realName,
      version: 2,
    });
    this.batched = add(this.batched, net);
    this.#bill(batch, billed, terms);
    this.#periodFrom = periodTo;
    this.#confirm(batch);
    const day = startOfDay(batch.date, terms.zone);
    if (day <= now.getTime()) this.#settle(batch, lines);
    else this.#history.plan(nextSweep(day), () => this.#settle(batch, lines));
  }

  #sourceOf({ sourceId, orderId }: HistoryLine): BillSource {
    const order = this.#orders.get(orderId ?? "");
    const capture = order?.captures.find(({ id }) => id === sourceId);
    const attemptId = capture?.attemptId ?? order?.refunds.find(({ id }) => id === sourceId)?.attemptId;
    return { capture, category: order?.attempts.find(({ id }) => id === attemptId)?.methodCategory ?? "other" };
  }

  /** What lines come to by the category of their payments, as `billedBy` adds it up. */
  #billed(lines: readonly HistoryLine[]): CategoryCharges[] {
    const bySource = Map.groupBy(lines, ({ sourceId }) => sourceId);
    const sources = [...bySource.values()].map((own) => ({ own, ...this.#sourceOf(own[0] as HistoryLine) }));
    const byCategory = Map.groupBy(sources, ({ category }) => category);
    return [...byCategory].sort(([a], [b]) => (a < b ? -1 : 1)).map(([category, of]) => charges(category, of));
  }

  #reserveOf({ date }: Batch, lines: readonly HistoryLine[], terms: AccountTerms, net: Money) {
    const captured = lines.flatMap((line) => {
      const { capture } = this.#sourceOf(line);
      const isWhole = capture && BigInt(capture.refundedAmount) < BigInt(capture.amount);
      return line.lineType === "capture" && isWhole ? [{ gross: line.amount, ratio: null, days: null, count: 1 }] : [];
    });
    const { reserveType, reserveRatio, reserveDays, calendars } = terms;
    const asked = { reserveType, reserveRatio, reserveDays, reserveCap: null, calendars };
    if (reserveType !== "rolling" || captured.length === 0) return null;
    return plannedReserve({ lines: captured, terms: asked, net, date, held: zero(net.currency) });
  }

  #bill(batch: Batch, billed: readonly CategoryCharges[], terms: AccountTerms): void {
    const { now, trade, rows } = this.#history;
    const id = newId("bil", now);
    const lines = billLinesOf(billed).map(([paymentCategory, amounts]) => ({
      merchantId: trade.merchantId,
      billId: id,
      paymentCategory,
      ...amounts,
    }));
    const bill = {
      merchantId: trade.merchantId,
      id,
      tenantId: trade.tenantId,
      mode: "test",
      batchId: batch.id,
      billingDate: dayIn(terms.zone, now),
      depositReleasedAmount: String(this.#releasedSince),
      checksum: billChecksumOf(lines),
      status: "issued",
      invoiceNo: businessNumber("IV", now),
      issuedTime: now.toISOString(),
      createTime: now.toISOString(),
      version: 2,
    };
    this.#releasedSince = 0n;
    rows.add("bills", bill);
    this.#history.sealLast("bills", bill);
    // Its merchant looks at it within some days.
    this.#history.plan(now.getTime() + confirmedAfterMs, () => {
      const confirmedTime = this.#history.now.toISOString();
      Object.assign(bill, { status: billLifecycle.actions.confirm.to, confirmedTime, version: 3 });
    });
    for (const line of lines) rows.add("billLines", line);
  }

  #releasedSince = 0n;

  #confirm(batch: Batch): void {
    const confirmedTime = this.#history.now.toISOString();
    Object.assign(batch, { status: settlementLifecycle.actions.confirm.to, confirmedTime, eventSeq: 1, version: 3 });
    this.#tell(batch, "settlement.confirmed", 1, { status: "closed" });
  }

  #settle(batch: Batch, lines: readonly HistoryLine[]): void {
    const { now, trade, book } = this.#history;
    const net = fromWire(batch.amount, this.#currency);
    const reserve = fromWire(batch.reserveAmount, this.#currency);
    const ctx = this.#history.byItself();
    const [posted] = book.post(ctx, {
      entries: isZero(net) ? [] : [batchSettled({ merchantId: trade.merchantId, net, reserve })],
      eventId: batch.id,
      orderId: null,
      effectiveDate: now.toISOString().slice(0, 10),
      description: batch.batchNo,
    });
    this.batched = money(this.batched.amountMinor - net.amountMinor, codeOf(this.#currency));
    for (const line of lines) {
      line.state = "settled";
      this.settledSources.add(line.sourceId);
      const order = this.#orders.get(line.orderId ?? "");
      if (order && line.lineType === "capture") Object.assign(order.row, { settlementStatus: "settled" });
    }
    this.#gain(batch.id, net.amountMinor - reserve.amountMinor);
    if (posted && !isZero(reserve)) this.#hold(batch, reserve, posted.journalId);
    const settledTime = now.toISOString();
    const journalId = posted?.journalId ?? null;
    Object.assign(batch, {
      status: settlementLifecycle.actions.settle.to,
      settledTime,
      journalId,
      eventSeq: 3,
      version: 4,
    });
    this.#tell(batch, "settlement.settled", 2, { status: "confirmed", settledTime: null });
    if (net.amountMinor > reserve.amountMinor) this.#tellAvailable(batch, net, reserve);
  }

  #hold(batch: Batch, amount: Money, journalId: string): void {
    holdReserve(this.#history, {
      batch: { id: batch.id, batchNo: batch.batchNo, date: batch.date },
      amount,
      ratio: batch.reserveRatio ?? 0,
      releaseDate: batch.reserveReleaseDate ?? batch.date,
      journalId,
      released: (given) => {
        this.#releasedSince += given;
        this.#gain(batch.id, given);
      },
    });
  }

  #tell(batch: Batch, type: "settlement.confirmed" | "settlement.settled", objectSeq: number, previous: object): void {
    const object = settlementObject({ holdReason: null, ...batch } as never);
    this.#history.tell({
      appId: null,
      type,
      objectType: "settlement",
      objectId: batch.id,
      objectNo: batch.batchNo,
      objectSeq,
      object,
      previous,
    });
  }

  #tellAvailable(batch: Batch, net: Money, reserve: Money): void {
    const object = {
      batchNo: batch.batchNo,
      mode: "test",
      currency: this.#currency,
      amount: Number(net.amountMinor - reserve.amountMinor),
    };
    this.#history.tell({
      appId: null,
      type: "balance.available",
      objectType: "balance",
      objectId: batch.id,
      objectNo: batch.batchNo,
      objectSeq: 3,
      object,
    });
  }
}
