import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { outboundExchanged } from "@countinghouse/ledger/outbound.postings.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { convert, type FxRate } from "@countinghouse/money/fx.ts";
import { type Money, subtract } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findRate } from "../rate/index.ts";
import type { LineRow } from "./bank-line.store.ts";
import type { OurMovement } from "./bank-match.policy.ts";

/** A line that moved in its own currency what is booked in another one, by the mid rate of its value date. */
export interface BankExchange {
  /** What is or will be booked, in the record's currency, with the sign of the line. */
  readonly booked: Money;
  /** The account that it is booked at. */
  readonly bookedAt: string;
  /** What moved, and what was booked at the mid rate: both in the currency of the line. */
  readonly moved: Money;
  readonly worth: Money;
  readonly mid: FxRate;
  /** What rates cost us: less than none for a gain. */
  readonly loss: Money;
}

/** A transfer costs a bank's spread, not more: beyond one part in so many of its value, the line is of something else. */
const partsApart = 20n;

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** What a line exchanged. Refuses a sum that no rate of that day explains, and a pair without a fresh rate. */
export async function exchangeOf(ctx: Context, line: LineRow, ours: OurMovement): Promise<BankExchange> {
  if (!ours.exchange) throw refuse("bankLine.nothingToConfirm", { line: line.lineNo });
  const { currency: base, accountId: bookedAt } = ours.exchange;
  // Of a return the bank may have kept something: what it says came back is what is booked.
  const isPart = ours.booked === 0n && ours.refType === "payout_return" && line.toldAmount !== null;
  const booked = fromWire(isPart ? String(line.toldAmount) : String(ours.amount), base);
  const endOfDay = Date.parse(`${line.valueDate}T23:59:59.999Z`);
  const at = new Date(Math.min(ctx.now.getTime(), endOfDay));
  const { rate: mid } = await findRate(ctx, { base, quote: line.currency }, at);
  const moved = fromWire(line.amount, line.currency);
  const worth = convert(booked, mid, line.currency);
  const loss = subtract(worth, moved);
  if (size(loss.amountMinor) * partsApart > size(worth.amountMinor)) {
    const { locale: language } = ctx.request;
    throw refuse("bankLine.noRateExplains", {
      line: line.lineNo,
      record: ours.refNo,
      worth: formatMoney(fromWire(String(size(worth.amountMinor)), line.currency), { language }),
    });
  }
  return { booked, bookedAt, moved, worth, mid, loss };
}

/** What puts both accounts of ours right, in the house's book. */
export const entryOfExchange = (
  { merchantId, payoutAccountId }: Pick<LineRow, "merchantId" | "payoutAccountId">,
  exchange: BankExchange,
): Entry => outboundExchanged({ merchantId, ...exchange, movedAt: payoutAccountId });
