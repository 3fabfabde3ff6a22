import { merDepositMessages } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.messages.ts";
import { reserveReleased } from "@countinghouse/ledger/settlement.postings.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { daysBetween } from "@countinghouse/money/plain-date.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { depositObject } from "../../modules/funds/mer-deposit/index.ts";
import { previousOf } from "../../modules/integration/webhook/index.ts";
import { businessNumber } from "../../platform/db/business-number.ts";
import { newId } from "../../platform/db/new-id.ts";
import { listedDigest } from "../../platform/seals/listed-rows.ts";
import type { MerchantHistory } from "./history-merchant.ts";

/** What a batch held back. */
interface Withheld {
  readonly batch: { readonly id: string; readonly batchNo: string; readonly date: string };
  readonly amount: Money;
  readonly ratio: number;
  readonly releaseDate: string;
  /** J30. */
  readonly journalId: string;
  /** Hears what is given back. */
  readonly released: (amount: bigint) => void;
}

type Hold = ReturnType<typeof holdOf>;

const holdOf = ({ trade, now }: MerchantHistory, { batch, amount, ratio, releaseDate }: Withheld) => ({
  merchantId: trade.merchantId,
  id: newId("mdp", now),
  tenantId: trade.tenantId,
  depositNo: businessNumber("MD", now),
  mode: "test" as const,
  currency: amount.currency,
  type: "rolling" as const,
  source: "settlement_withheld" as const,
  settlementBatchId: batch.id,
  settlementBatchNo: batch.batchNo,
  ratio,
  bankAccount: null,
  reason: null,
  amount: toWire(amount),
  releasedAmount: "0",
  usedAmount: "0",
  remainAmount: toWire(amount),
  holdDays: daysBetween(batch.date, releaseDate),
  holdDate: batch.date,
  releaseDate,
  status: "held" as "held" | "released",
  freezeReason: null,
  createTime: now.toISOString(),
  moveDigests: [] as string[],
  version: 1,
});

/** Adds a move to a hold, and its digest to those that the hold's seal covers. */
function moved(
  history: MerchantHistory,
  hold: Hold,
  move: { kind: "held" | "released"; amount: string; journalId: string; reason?: string },
): void {
  const { merchantId, id: depositId, tenantId, mode, currency, version: seq } = hold;
  const { now } = history;
  const row = {
    merchantId,
    id: newId("mdm", now),
    tenantId,
    depositId,
    seq,
    mode,
    currency,
    operatorId: null,
    operatorName: null,
    time: now.toISOString(),
    ...move,
  };
  hold.moveDigests.push(listedDigest("merDepositMoves", row as never));
  history.rows.add("merDepositMoves", row);
}

/** Holds back what a batch withheld, until its day. */
export function holdReserve(history: MerchantHistory, withheld: Withheld): void {
  const hold = holdOf(history, withheld);
  const { amount, journalId, releaseDate } = withheld;
  history.rows.add("merDeposits", hold);
  history.sealLast("merDeposits", hold);
  moved(history, hold, { kind: "held", amount: toWire(amount), journalId });
  tell(history, hold, "deposit.held");
  // The platform's job gives back what is due at ten, in UTC.
  history.plan(Date.parse(`${releaseDate}T10:00:05Z`), () => release(history, hold, withheld));
}

function release(history: MerchantHistory, hold: Hold, { amount, released }: Withheld): void {
  const before = { ...hold };
  const { merchantId, id: eventId, depositNo: description } = hold;
  const ctx = history.byItself();
  const effectiveDate = ctx.now.toISOString().slice(0, 10);
  const [posted] = history.book.post(ctx, {
    entries: [reserveReleased({ merchantId, amount })],
    eventId,
    part: "due",
    orderId: null,
    effectiveDate,
    description,
  });
  Object.assign(hold, { status: "released", releasedAmount: toWire(amount), remainAmount: "0", version: 2 });
  const reason = merDepositMessages[ctx.request.locale].text.due;
  moved(history, hold, { kind: "released", amount: toWire(amount), journalId: posted?.journalId ?? "", reason });
  released(amount.amountMinor);
  tell(history, hold, "deposit.released", before);
}

function tell(history: MerchantHistory, hold: Hold, type: "deposit.held" | "deposit.released", before?: Hold): void {
  const object = depositObject(hold as never);
  const previous = before && previousOf(depositObject(before as never), object);
  history.tell({
    appId: null,
    type,
    objectType: "deposit",
    objectId: hold.id,
    objectNo: hold.depositNo,
    objectSeq: hold.version,
    object,
    previous,
  });
}
