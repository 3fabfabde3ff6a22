import { cashoutLifecycle } from "@countinghouse/contract/funds/cashout/cashout.lifecycle.ts";
import { outboundApplied, outboundApproved, outboundPaid } from "@countinghouse/ledger/outbound.postings.ts";
import { type CurrencyCode, currency as codeOf, minorPerMajor } from "@countinghouse/money/currency.ts";
import { add, type Money, money, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { BatchPart } from "../../modules/funds/allocation/index.ts";
import {
  type CashoutEvent,
  type CashoutPlan,
  type CashoutRow,
  cashoutObject,
  newCashoutRow,
  unchanged,
} from "../../modules/funds/cashout/index.ts";
import { approvalsFor, flagsOf, freeOf, positionIn, priceOut } from "../../modules/funds/outbound/index.ts";
import { newPayoutRow, type PayoutRow, untriedPayout } from "../../modules/funds/payout/index.ts";
import { beneficiaryIn, type PayoutAccountRow } from "../../modules/funds/payout-account/index.ts";
import { previousOf } from "../../modules/integration/webhook/index.ts";
import type { KeyRing } from "../../platform/crypto/key-ring.ts";
import { newId, newPlacedId } from "../../platform/db/new-id.ts";
import { sealedColumns } from "../../platform/seals/sealed-columns.ts";
import { dayMs } from "../seed-context.ts";
import type { MerchantHistory } from "./history-merchant.ts";

const hourMs = 3_600_000;
const buckets = ["pending", "available", "reserve", "frozen", "in_transit"] as const;
/** So many of the last paid withdrawals tell what is usual. */
const usualCount = 10;

/** Where a merchant's withdrawals go, out of which account of ours, and who of us approves them. */
export interface WithdrawalParties {
  readonly ring: KeyRing;
  readonly payee: PayoutAccountRow;
  readonly funding: PayoutAccountRow;
  readonly approver: { readonly id: number; readonly realName: string };
}

/** Of which settled batches money is taken; told by whoever settles. */
export interface SettledMoney {
  take(currency: string, amount: bigint): readonly BatchPart[];
}

/** When a merchant asks, for how many hundredths of what is available, and whether it is paid by now. */
interface Wish {
  readonly at: number;
  readonly share: bigint;
  readonly ends: boolean;
}

/** The next day on which banks pay, at the same time of the day. */
const bankDay = (at: number): number => {
  const day = new Date(at).getUTCDay();
  return day === 6 ? at + 2 * dayMs : day === 0 ? at + dayMs : at;
};

/** Once a month most of what there is, and two of the last hours that wait: one for approval, and a small one for the bank. */
function wishesOf(since: number, now: number, place: number): Wish[] {
  const wishes: Wish[] = [];
  const first = new Date(since + 45 * dayMs);
  for (let month = 0; ; month += 1) {
    const at = bankDay(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 4 + (place % 5), 3, 17 + place));
    if (at > now - 4 * dayMs) break;
    if (at > first.getTime()) wishes.push({ at, share: 70n, ends: true });
  }
  return [
    ...wishes,
    { at: now - 26 * hourMs, share: 40n, ends: false },
    { at: now - 3 * hourMs, share: 0n, ends: false },
  ];
}

/** The withdrawals of a merchant's history: asked for by its server, approved by us, and paid by hand on the next bank day. */
export class HistoryWithdrawals {
  readonly #history: MerchantHistory;
  readonly #settled: SettledMoney;
  readonly #parties: WithdrawalParties;
  readonly #code: CurrencyCode;
  readonly #paid: bigint[] = [];

  constructor(history: MerchantHistory, settled: SettledMoney, parties: WithdrawalParties) {
    this.#history = history;
    this.#settled = settled;
    this.#parties = parties;
    this.#code = codeOf(history.trade.currency);
  }

  /** Plans all of them; `place` sets merchants apart. */
  plan(now: number, place: number): void {
    for (const wish of wishesOf(Date.parse(this.#history.trade.since), now, place))
      this.#history.plan(wish.at, () => this.#ask(wish));
  }

  async #ask({ share, ends }: Wish): Promise<void> {
    const plan = await this.#priced(share);
    if (!plan) return;
    const { rows, now } = this.#history;
    const ctx = this.#history.ctx();
    const held = this.#held();
    const id = newId("cso", now);
    const exchange = unchanged(plan.sent);
    const empty = Object.fromEntries(sealedColumns.cashouts.map((column) => [column, null]));
    const asked = newCashoutRow(ctx, { id, plan, exchange, held, asked: {} });
    const row = { ...empty, ...asked, version: 1 } as unknown as CashoutRow;
    rows.add("cashouts", row);
    this.#history.sealLast("cashouts", row);
    this.#post(row, outboundApplied({ kind: "cashout", merchantId: row.merchantId, amount: plan.debited }), true);
    this.#tell(row, "cashout.applied");
    if (plan.approvalsNeeded === 0) {
      this.#approve(row, "pass", ends);
      return;
    }
    this.#step(row, "submit", {});
    if (ends) this.#history.plan(now.getTime() + 2 * hourMs, () => this.#approve(row, "approve", true));
  }

  #held() {
    return buckets.map((bucket) => ({
      currency: this.#code,
      bucket,
      amount: this.#history.book.balance(bucket, this.#code),
    }));
  }

  /** What the wish comes to by the terms; nothing where there is too little. */
  async #priced(share: bigint): Promise<CashoutPlan | undefined> {
    const { trade, prices } = this.#history;
    const { merchantId, tenantId } = trade;
    const terms = await prices.terms(this.#code);
    const held = this.#held();
    const position = positionIn(merchantId, this.#code, held);
    const free = freeOf(position, terms.minRetained);
    const whole = 100n * minorPerMajor(this.#code);
    const limit = terms.withdrawal.autoApproveLimit.amountMinor;
    const wanted = share === 0n ? (limit * 8n) / 10n : ((free.amountMinor * share) / 100n / whole) * whole;
    const amount = money(wanted, this.#code);
    const out = priceOut(wanted > 0n ? amount : undefined, terms.withdrawal, free);
    if ("fault" in out) return undefined;
    const past = this.#paid.slice(-usualCount);
    const total = past.reduce((sum: Money, one) => add(sum, money(one, this.#code)), zero(this.#code));
    const flags = flagsOf(amount, { toAccount: this.#paid.length, paid: { count: past.length, total } }, held);
    return {
      ...out,
      merchantId,
      tenantId,
      mode: "test",
      currency: this.#code,
      amount,
      terms,
      free,
      available: position.available,
      account: this.#parties.payee,
      flags,
      approvalsNeeded: approvalsFor(amount, terms.withdrawal.autoApproveLimit, flags),
    };
  }

  /** Lets one go, and makes the transfer that people pay by hand; they have done so by now where it `ends`. */
  #approve(row: CashoutRow, action: "pass" | "approve", ends: boolean): void {
    const { now } = this.#history;
    const { funding, payee, ring, approver } = this.#parties;
    const time = now.toISOString();
    const approvals = [{ userId: approver.id, userName: approver.realName, time, remark: null }];
    const decided = { auditUserId: approver.id, auditUserName: approver.realName, approvals };
    const at = { auditTime: time, countedTime: time };
    this.#step(row, action, action === "approve" ? { ...decided, ...at } : at, "cashout.approved");
    const debited = fromWire(row.debitedAmount, row.currency);
    this.#post(row, outboundApproved({ kind: "cashout", merchantId: row.merchantId, amount: debited }));
    const source = { type: "cashout", id: row.id, no: row.cashoutNo } as const;
    const { merchantId, tenantId, mode } = row;
    const amount = fromWire(row.targetAmount, row.targetCurrency);
    const made = { source, merchantId, tenantId, mode, amount, beneficiary: beneficiaryIn(ring, payee), funding };
    const empty = Object.fromEntries(sealedColumns.payouts.map((column) => [column, null]));
    const payout = {
      ...empty,
      ...untriedPayout,
      ...newPayoutRow({ now }, ring, made),
      version: 1,
    } as never as PayoutRow;
    this.#history.rows.add("payouts", payout);
    this.#history.sealLast("payouts", payout);
    this.#step(row, "execute", { fundingAccountId: funding.id, payoutId: payout.id }, "cashout.processing");
    if (ends) this.#history.plan(bankDay(now.getTime() + 21 * hourMs), () => this.#pay(row, payout));
  }

  #pay(row: CashoutRow, payout: PayoutRow): void {
    const { now, rows, seals } = this.#history;
    const finishedTime = now.toISOString();
    const reference = `FT${finishedTime.slice(2, 10).replaceAll("-", "")}${payout.payoutNo.slice(-6)}`;
    Object.assign(payout, { status: "paid", providerReference: reference, finishedTime, version: payout.version + 1 });
    this.#step(row, "pay", { finishedTime, paidTime: finishedTime, bankReference: reference }, "cashout.paid");
    const { merchantId, tenantId, mode, id: sourceId, cashoutNo: sourceNo, currency } = row;
    const [amount, fee] = [fromWire(row.debitedAmount, currency), fromWire(row.feeAmount, currency)];
    const payoutAccountId = this.#parties.funding.id;
    this.#post(row, outboundPaid({ kind: "cashout", merchantId, amount, fee, payoutAccountId }));
    this.#paid.push(BigInt(row.amount));
    for (const [at, part] of this.#settled.take(currency, amount.amountMinor).entries()) {
      const taken = {
        merchantId,
        id: newPlacedId("sal", now, at + 1),
        tenantId,
        mode,
        currency,
        sourceType: "cashout",
        sourceId,
        sourceNo,
        seq: at + 1,
        batchId: part.batchId,
        amount: String(part.amount),
        createTime: finishedTime,
      } as const;
      rows.add("settlementAllocations", { ...taken, seal: seals.made("settlementAllocations", taken) });
    }
  }

  #post(row: CashoutRow, entry: ReturnType<typeof outboundApplied>, isCovered = false): void {
    const { book, now } = this.#history;
    book.post(this.#history.byItself(), {
      entries: [entry],
      eventId: row.id,
      orderId: null,
      effectiveDate: now.toISOString().slice(0, 10),
      description: row.cashoutNo,
      ...(isCovered ? { requireCover: ["available"] as const } : {}),
    });
  }

  /** Moves one on, and tells the merchant's servers where that is an event. */
  #step(
    row: CashoutRow,
    action: keyof typeof cashoutLifecycle.actions,
    change: Partial<CashoutRow>,
    event?: CashoutEvent,
  ): void {
    const before = cashoutObject(row);
    const { to } = cashoutLifecycle.actions[action];
    const eventSeq = row.eventSeq + (event ? 1 : 0);
    Object.assign(row, change, { status: to, eventSeq, version: row.version + 1 });
    if (event) this.#tell(row, event, before);
  }

  #tell(row: CashoutRow, type: CashoutEvent, before?: ReturnType<typeof cashoutObject>): void {
    const object = cashoutObject(row);
    this.#history.tell({
      appId: null,
      type,
      objectType: "cashout",
      objectId: row.id,
      objectNo: row.cashoutNo,
      objectSeq: row.eventSeq,
      object,
      previous: before && previousOf(before, object),
    });
  }
}
