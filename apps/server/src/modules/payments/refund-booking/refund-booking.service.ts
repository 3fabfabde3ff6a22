import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { cost, gatewayReceivable, merchantAccount } from "@countinghouse/ledger/account.ts";
import { refundCostAccrued } from "@countinghouse/ledger/capture.postings.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { payerMoneyHeld, payerMoneyReturned } from "@countinghouse/ledger/payer.postings.ts";
import { gatewayDifferenceFound, gatewayDifferenceResolved } from "@countinghouse/ledger/reconciliation.postings.ts";
import {
  feeReturned,
  type RefundFundingBucket,
  refundBounced,
  refundFeeCharged,
  refundHeld,
  refundReleased,
  refundSucceeded,
} from "@countinghouse/ledger/refund.postings.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { convert } from "@countinghouse/money/fx.ts";
import { add, isZero, type Money, negate, subtract, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { postEntries } from "../../funds/ledger/index.ts";
import { findRate } from "../../funds/rate/index.ts";
import { capturesOfOrders, countRefund } from "../capture/index.ts";
import type { RefundRow } from "../refund-record/index.ts";
import { countedOf, excessOf } from "./refund-excess.policy.ts";
import { atLeastNothing, feesOf, type RefundFees, type TaxedFee } from "./refund-share.policy.ts";

const settleOf = (row: RefundRow): Money => fromWire(row.settleAmount, row.settleCurrency);
const nothingIn = (code: string): TaxedFee => ({ fee: zero(code), tax: zero(code) });

/** Whether a refund returns money from the payers' account, which belongs to no capture. */
const isOfPayer = ({ sourceBucket }: RefundRow): boolean => sourceBucket === "payer_funds";

const bearer = (row: RefundRow) => ({ merchantId: row.merchantId, bucket: row.sourceBucket as RefundFundingBucket });

/** Posts a refund's entries under the refund; journals posted before are skipped. */
async function post(
  ctx: Context,
  row: RefundRow,
  entries: readonly Entry[],
  eventId = row.id,
  part = "",
): Promise<void> {
  const effectiveDate = ctx.now.toISOString().slice(0, 10);
  await postEntries(ctx, {
    merchantId: row.merchantId,
    book: row.mode,
    entries,
    eventId,
    part,
    orderId: row.orderId,
    effectiveDate,
    description: `${row.orderNo} ${row.refundNo}`,
    dueDate: row.dueDate ?? effectiveDate,
  });
}

/** Claims a refund's amounts on its captures; releases them with -1. */
async function claim(ctx: Context, row: RefundRow, sign: 1n | -1n): Promise<void> {
  for (const { captureId, amount, settleAmount } of row.parts)
    await countRefund(
      ctx,
      { merchantId: row.merchantId, captureId },
      { claimed: sign * BigInt(amount), claimedSettle: sign * BigInt(settleAmount) },
    );
}

/**
 * Sets a refund's money aside and claims it on its captures. The order is locked. `part` distinguishes a second time.
 */
export async function bookHold(ctx: Context, row: RefundRow, part = ""): Promise<void> {
  await claim(ctx, row, 1n);
  if (!isOfPayer(row)) await post(ctx, row, [refundHeld({ ...bearer(row), amount: settleOf(row) })], row.id, part);
}

/** Releases the money set aside for a refund that failed. */
export async function bookRelease(ctx: Context, row: RefundRow): Promise<void> {
  await claim(ctx, row, -1n);
  if (!isOfPayer(row)) await post(ctx, row, [refundReleased({ ...bearer(row), amount: settleOf(row) })]);
}

/** The present value of a refund that crosses currencies; at its own rate where no rate is fresh. */
async function crossing(ctx: Context, row: RefundRow) {
  if (row.currency === row.settleCurrency) return null;
  const atGateway = countedOf(row);
  return { atGateway, worthToday: (await convertAtCurrentRate(ctx, atGateway, row.settleCurrency)) ?? settleOf(row) };
}

/** The present value of an amount in another currency; undefined where no rate is fresh. */
export async function convertAtCurrentRate(ctx: Context, amount: Money, code: string): Promise<Money | undefined> {
  try {
    const quote = currency(code);
    const { rate } = await findRate(ctx, { base: amount.currency, quote }, ctx.now);
    return convert(amount, rate, quote);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The captures of a refund, each with its share. */
async function sharesOf(ctx: Context, row: RefundRow) {
  const captures = new Map(
    (await capturesOfOrders(ctx, row.merchantId, [row.orderId])).map((capture) => [capture.id, capture]),
  );
  return row.parts.flatMap(({ captureId, amount, settleAmount }) => {
    const capture = captures.get(captureId);
    const share = { amount: fromWire(amount, row.currency), settle: fromWire(settleAmount, row.settleCurrency) };
    return capture ? [{ capture, ...share }] : [];
  });
}

/**
 * Books a refund that the gateway made: the money, our refund fee, the returned part of the transaction fee, and the
 * gateway's cost. An amount beyond what could be refunded goes to the suspense account of the gateway account.
 * `isFree` where we return money that should not have arrived, or have charged before; `part` distinguishes a second
 * time. Refuses nothing: the money is gone.
 */
export const bookSuccess = (
  ctx: Context,
  row: RefundRow,
  { part = "", ...given }: { readonly isFree: boolean; readonly cost: Money; readonly part?: string },
): Promise<RefundFees> => bookGiven(ctx, row, { ...given, part, before: null });

/** The part of a refund booked as returned: all of it, or what fits of its excess, with the `before` booked earlier. */
interface Given {
  readonly isFree: boolean;
  readonly cost: Money;
  readonly part: string;
  readonly before: RefundRow | null;
}

async function bookGiven(ctx: Context, row: RefundRow, { isFree, cost, part, before }: Given): Promise<RefundFees> {
  const { merchantId, gatewayAccountId } = row;
  const at = { merchantId, gatewayAccountId };
  const beside = [
    refundCostAccrued({ ...at, amount: cost }),
    gatewayDifferenceFound({ ...at, shortfall: excessOf(row) }),
  ];
  if (isOfPayer(row)) {
    const nothing = nothingIn(row.settleCurrency);
    const returned = payerMoneyReturned({ ...at, amount: countedOf(row) });
    await post(ctx, row, [returned], row.dueId ?? row.id, part ? `${row.id}-${part}` : row.id);
    await post(ctx, row, beside, row.id, part);
    return { handling: nothing, returned: nothing };
  }
  const settle = before ? add(settleOf(before), settleOf(row)) : settleOf(row);
  const { handling: due, returned, each, taxCountry } = feesOf(await sharesOf(ctx, row), settle, isFree);
  const handling = before ? lessCharged(due, before) : due;
  const entries = [
    refundSucceeded({ ...at, amount: settleOf(row), converted: await crossing(ctx, row) }),
    refundFeeCharged({ ...bearer(row), ...handling, taxCountry }),
    feeReturned({ ...bearer(row), ...returned, taxCountry }),
    ...beside,
  ];
  await post(ctx, row, entries, row.id, part);
  for (const { share, back } of each)
    await countRefund(
      ctx,
      { merchantId, captureId: share.capture.id },
      { refunded: share.amount.amountMinor, returnedFee: back.fee.amountMinor, returnedFeeTax: back.tax.amountMinor },
    );
  return { handling, returned };
}

/** Our refund fee less what was charged before; never negative. */
const lessCharged = ({ fee, tax }: TaxedFee, { handlingFee, handlingFeeTax, settleCurrency }: RefundRow): TaxedFee => ({
  fee: atLeastNothing(subtract(fee, fromWire(handlingFee, settleCurrency))),
  tax: atLeastNothing(subtract(tax, fromWire(handlingFeeTax, settleCurrency))),
});

/**
 * Books the part of a refund's excess that fits by now: out of suspense, and from its captures or the payer's money.
 * `part` distinguishes it from earlier bookings.
 */
export async function bookFitting(
  ctx: Context,
  before: RefundRow,
  fits: Pick<RefundRow, "parts" | "settleAmount">,
  part: string,
): Promise<RefundFees> {
  // Booked like a refund without an amount of its own: the counted part comes out of suspense.
  const row: RefundRow = { ...before, ...fits, amount: "0" };
  await bookHold(ctx, row, part);
  return bookGiven(ctx, row, { isFree: row.dueId !== null, cost: zero(row.currency), part, before });
}

/** The account that bears a refund's excess. */
function bearerOfExcess(row: RefundRow, cause: NonNullable<RefundRow["excessCause"]>) {
  const code = currency(row.currency);
  switch (cause) {
    case "gateway":
      return gatewayReceivable(code, row.gatewayAccountId);
    case "merchant":
      return merchantAccount(row.merchantId, "available", code);
    case "goodwill":
      return cost("goodwill", code);
    case "loss":
      return cost("dispute_loss", code);
  }
}

/** Books a refund's excess from suspense to the account that bears it. */
export async function bookExcess(
  ctx: Context,
  row: RefundRow,
  cause: NonNullable<RefundRow["excessCause"]>,
): Promise<void> {
  const { merchantId, gatewayAccountId } = row;
  const resolved = { merchantId, gatewayAccountId, shortfall: excessOf(row), cause: bearerOfExcess(row, cause) };
  // After another report it is decided anew, and booked anew.
  await post(ctx, row, [gatewayDifferenceResolved(resolved)], row.id, `borne-${row.version}`);
}

/** The postings of a returned refund in order, each under its record and part. */
async function bouncePosts(ctx: Context, row: RefundRow) {
  const { merchantId, gatewayAccountId } = row;
  const at = { merchantId, gatewayAccountId };
  const excess = negate(excessOf(row));
  const part = `bounced-${row.version}`;
  return [
    { entry: gatewayDifferenceFound({ ...at, shortfall: excess }), eventId: row.id, part },
    // The account that bore the excess gets it back.
    ...(row.excessCause === null
      ? []
      : [
          {
            entry: gatewayDifferenceResolved({
              ...at,
              shortfall: excess,
              cause: bearerOfExcess(row, row.excessCause),
            }),
            eventId: row.id,
            part,
          },
        ]),
    isOfPayer(row)
      ? {
          entry: payerMoneyHeld({ ...at, amount: countedOf(row) }),
          eventId: row.dueId ?? row.id,
          part: `${row.id}-${part}`,
        }
      : {
          entry: refundBounced({
            ...at,
            ...bearer(row),
            amount: settleOf(row),
            converted: await crossing(ctx, row),
          }),
          eventId: row.id,
          part,
        },
  ];
}

/** The entries that {@link bookBounce} would post. */
export const entriesOfBounce = async (ctx: Context, row: RefundRow): Promise<Entry[]> =>
  (await bouncePosts(ctx, row)).map(({ entry }) => entry);

/** Books money that the payer's bank returned, and releases the refund's claims. */
export async function bookBounce(ctx: Context, row: RefundRow): Promise<void> {
  for (const { entry, eventId, part } of await bouncePosts(ctx, row)) await post(ctx, row, [entry], eventId, part);
  if (!isOfPayer(row)) await letGoOf(ctx, row);
}

/** Captures no longer count the returned amount as refunded, and it may be claimed again. */
async function letGoOf(ctx: Context, row: RefundRow): Promise<void> {
  for (const { captureId, amount } of row.parts)
    await countRefund(ctx, { merchantId: row.merchantId, captureId }, { refunded: -BigInt(amount) });
  await claim(ctx, row, -1n);
}

/** The postings for a corrected refund amount in order, each under its record and part. */
async function retoldPosts(ctx: Context, before: RefundRow, after: RefundRow, less: RefundRow) {
  const { merchantId, gatewayAccountId } = before;
  const at = { merchantId, gatewayAccountId };
  const part = `told-${before.version}`;
  const grown = subtract(excessOf(after), excessOf(before));
  const entries = [gatewayDifferenceFound({ ...at, shortfall: grown })];
  if (before.excessCause !== null) {
    const cause = bearerOfExcess(before, before.excessCause);
    entries.push(gatewayDifferenceResolved({ ...at, shortfall: negate(excessOf(before)), cause }));
  }
  const posts = entries.map((entry) => ({ entry, eventId: before.id, part }));
  const given = countedOf(less);
  if (isZero(given)) return posts;
  if (isOfPayer(before)) {
    const entry = payerMoneyHeld({ ...at, amount: given });
    return [...posts, { entry, eventId: before.dueId ?? before.id, part: `${before.id}-${part}` }];
  }
  const back = { ...at, ...bearer(less), amount: settleOf(less), converted: await crossing(ctx, less) };
  return [...posts, { entry: refundBounced(back), eventId: before.id, part }];
}

/** The entries that {@link bookRetold} would post. */
export const entriesOfRetold = async (
  ctx: Context,
  before: RefundRow,
  after: RefundRow,
  less: RefundRow,
): Promise<Entry[]> => (await retoldPosts(ctx, before, after, less)).map(({ entry }) => entry);

/**
 * Books the gateway's correction of a paid refund's amount. A reduction (`less`) goes back where it was taken from,
 * the amount in suspense changes, and an account that bore the excess is relieved until it is decided anew.
 */
export async function bookRetold(ctx: Context, before: RefundRow, after: RefundRow, less: RefundRow): Promise<void> {
  for (const { entry, eventId, part } of await retoldPosts(ctx, before, after, less))
    await post(ctx, before, [entry], eventId, part);
  if (!isOfPayer(before)) await letGoOf(ctx, less);
}
