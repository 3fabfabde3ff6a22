import type { AccountCode } from "@countinghouse/ledger/account.ts";
import { parseAccount } from "@countinghouse/ledger/account.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { type Money, zero } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import {
  holdChanges,
  type JournalLine,
  journalOf,
  journalRow,
  lineRow,
  linesOf,
  type NumberedJournal,
  type PostedJournal,
  type PostRequest,
  planPosts,
  postingRow,
  releasedTo,
} from "../../modules/funds/ledger/index.ts";
import { newId } from "../../platform/db/new-id.ts";
import type { Context } from "../../platform/http/context.ts";
import type { HistoryRows } from "./history-rows.ts";

/** A line of the pending bucket as it will be stored; it changes while batches collect and settle it. */
export interface HistoryLine extends ReturnType<typeof lineRow> {
  state: "open" | "batched" | "settled";
  batchId: string | null;
  readonly event: string;
  readonly orderId: string | null;
}

type Posting = Omit<PostRequest, "merchantId" | "book">;
type Booking = Pick<Context, "actor" | "now">;

/** One merchant's test book while its history is made: what `postEntries` does, with the balances in memory. */
export class HistoryBook {
  readonly merchantId: string;
  readonly #rows: HistoryRows;
  readonly #balances = new Map<AccountCode, { amount: Money; journalId: string; version: number }>();
  readonly #holds = new Map<
    string,
    { remaining: string; amount: string; releasedAt: string | null; sourceBucket: string | null }
  >();
  readonly #told: (line: HistoryLine) => void;
  #seq = 0;
  #postedAt = "";

  /** `told` hears of each line that waits to be settled. */
  constructor(merchantId: string, rows: HistoryRows, told: (line: HistoryLine) => void) {
    this.merchantId = merchantId;
    this.#rows = rows;
    this.#told = told;
  }

  /** What a bucket of the merchant holds. */
  balance(bucket: string, currency: string): Money {
    const code = `mer:${this.merchantId}:${bucket}:${currency}` as AccountCode;
    return this.#balances.get(code)?.amount ?? zero(parseAccount(code).currency);
  }

  /** Books entries as one event; those that move nothing are left out. Throws where a bucket would run short. */
  post(by: Booking, asked: Posting): readonly PostedJournal[] {
    const entries = asked.entries.filter(({ postings }) => postings.length > 0);
    if (entries.length === 0) return [];
    const request: PostRequest = { ...asked, merchantId: this.merchantId, book: "test" };
    const postedAt = by.now.toISOString();
    if (postedAt < this.#postedAt) throw new Error(`${asked.eventId} is booked before what was booked last`);
    this.#postedAt = postedAt;
    const journals = entries.map((entry: Entry, index) =>
      journalOf(by, request, entry, { seq: this.#seq + index + 1, postedAt }),
    );
    const held = new Map([...this.#balances].map(([code, { amount }]) => [code, amount]));
    const plan = planPosts(journals, held, request.requireCover ?? []);
    if (plan.shortfall) throw new Error(`${asked.eventId} lacks cover in ${plan.shortfall.bucket}`);
    this.#seq += journals.length;
    for (const journal of journals) this.#rows.add("ledgerJournals", journalRow(journal));
    const place = { merchantId: this.merchantId, book: "test" } as const;
    for (const posting of plan.postings) this.#rows.add("ledgerPostings", postingRow(place, posting));
    for (const [code, { amount, journalId }] of plan.balances)
      this.#balances.set(code, { amount, journalId, version: (this.#balances.get(code)?.version ?? 0) + 1 });
    this.#addLines(linesOf(journals, request), journals);
    this.#moveHolds(journals);
    return journals.map(({ journalId, event }) => ({ journalId, event }));
  }

  #addLines(lines: readonly JournalLine[], journals: readonly NumberedJournal[]): void {
    for (const line of lines) {
      const { event, orderId } = journals.find(({ journalId }) => journalId === line.journalId) as NumberedJournal;
      const row = {
        ...lineRow({ merchantId: this.merchantId, book: "test" }, line),
        state: "open",
        batchId: null,
      } as const;
      // The event and the order belong to the journal and are none of the row's columns.
      const told = Object.defineProperties(
        { ...row },
        {
          event: { value: event, enumerable: false },
          orderId: { value: orderId, enumerable: false },
        },
      ) as HistoryLine;
      this.#rows.add("settlementLines", told);
      this.#told(told);
    }
  }

  #moveHolds(journals: readonly NumberedJournal[]): void {
    for (const change of holdChanges(journals, undefined)) {
      const { event, eventId, description, postedAt, operatorId, amount, bucket } = change;
      const known = this.#holds.get(eventId);
      if (amount.amountMinor > 0n) {
        if (known) throw new Error(`${eventId} is held twice`);
        const hold = { remaining: toWire(amount), amount: toWire(amount), releasedAt: null, sourceBucket: bucket };
        const row = {
          merchantId: this.merchantId,
          id: newId("hld", new Date(postedAt)),
          book: "test",
          currency: amount.currency,
          event,
          eventId,
          reason: description,
          createdAt: postedAt,
          operatorId,
          expiresAt: null,
          ...hold,
        };
        this.#holds.set(eventId, row);
        this.#rows.add("ledgerHolds", row);
        continue;
      }
      const to = releasedTo(change);
      if (!known || (to !== null && to !== known.sourceBucket)) throw new Error(`no hold is open for ${eventId}`);
      const left = BigInt(known.remaining) + amount.amountMinor;
      if (left < 0n) throw new Error(`the hold for ${eventId} is less than what leaves it`);
      known.remaining = String(left);
      known.releasedAt = left === 0n ? postedAt : null;
    }
  }

  /** Tells the rows of the book and its balances, once nothing more is booked. */
  end(): void {
    const { merchantId } = this;
    this.#rows.add("ledgerBooks", { merchantId, book: "test", seq: this.#seq, postedAt: this.#postedAt });
    for (const [account, { amount, journalId, version }] of this.#balances) {
      const { kind, currency } = parseAccount(account);
      const row = {
        merchantId,
        book: "test",
        account,
        kind,
        currency,
        amount: toWire(amount),
        lastJournalId: journalId,
      };
      this.#rows.add("ledgerBalances", { ...row, version });
    }
  }
}

/** An amount of a line. */
export const lineAmount = ({ amount, currency }: Pick<HistoryLine, "amount" | "currency">): Money =>
  fromWire(amount, currency);
