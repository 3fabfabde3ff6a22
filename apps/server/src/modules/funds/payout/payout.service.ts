import { equals, exceeds, isPositive, type Money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Beneficiary, PayoutOutcome, PayoutQueryOutcome } from "../../gateways/connector/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { lockedBalances } from "../ledger/index.ts";
import { openNumber, type PayoutAccountRow } from "../payout-account/index.ts";
import {
  askWait,
  doubtedAfter,
  type PayoutFailureCode,
  type PayoutSource,
  type PayoutVerdict,
  type PayoutWord,
  payoutVerdict,
  sendWait,
} from "./payout.policy.ts";
import {
  insertPayout,
  lockPayout,
  type PayoutChange,
  type PayoutRef,
  type PayoutRow,
  refOf,
  updatePayout,
} from "./payout.store.ts";

/** Where transfers are sent, and where providers are asked about them. */
export const payoutQueue = "payout.send";
export const payoutAskQueue = "payout.ask";

/** What a provider said of a transfer, however it was asked. */
export type PayoutSaying = PayoutOutcome | PayoutQueryOutcome;

/** How a transfer ended, for whatever it carries out. */
export type PayoutEnd =
  | { readonly kind: "paid" }
  | { readonly kind: "failed"; readonly code: PayoutFailureCode; readonly message: string | null }
  /** The payee's bank sent it back, and kept the rest. */
  | { readonly kind: "returned"; readonly received: Money };

/** Whatever transfers carry out: it is told in their transaction, with the merchant's book locked. */
export interface PayoutOwner {
  readonly ended: (ctx: Context, payout: PayoutRow, end: PayoutEnd) => Promise<void>;
}

/** What a transfer is made of. */
export interface NewPayout {
  readonly source: { readonly type: PayoutRow["sourceType"]; readonly id: string; readonly no: string };
  readonly merchantId: string;
  readonly tenantId: number;
  readonly mode: PayoutRow["mode"];
  readonly amount: Money;
  readonly payee: PayoutAccountRow;
  readonly funding: PayoutAccountRow;
}

const placeOf = (id: string): string => `payout:${id}`;

/** When it is sent, should nobody do so before. */
const unsentAfterMs = 60_000;

/**
 * Writes a transfer down, with the payee's account as it is now; it is sent once that is committed, or by hand. The
 * database takes one for each thing that it carries out.
 */
export async function createPayout(ctx: Context, ring: KeyRing, made: NewPayout): Promise<PayoutRow> {
  const { source, merchantId, tenantId, mode, amount, payee, funding } = made;
  const id = newId("pyt", ctx.now);
  const { holderType, holderName, country, bankName, swift, routingNo, numberKind } = payee;
  const number = openNumber(ring, payee);
  const beneficiary: Beneficiary = { holderType, holderName, country, bankName, swift, routingNo, numberKind, number };
  const isByHand = funding.gatewayAccountId === null;
  const row = await insertPayout(ctx, {
    merchantId,
    id,
    tenantId,
    payoutNo: businessNumber("PO", ctx.now),
    mode,
    sourceType: source.type,
    sourceId: source.id,
    sourceNo: source.no,
    fundingAccountId: funding.id,
    gatewayAccountId: funding.gatewayAccountId,
    currency: amount.currency,
    amount: toWire(amount),
    beneficiary: seal(ring, JSON.stringify(beneficiary), placeOf(id)),
    status: "created",
    nextRetryTime: isByHand ? null : new Date(ctx.now.getTime() + unsentAfterMs).toISOString(),
    createTime: ctx.now.toISOString(),
  });
  if (!isByHand) await ctx.enqueue({ queue: payoutQueue, data: refOf(row) });
  return row;
}

/** Whom a transfer goes to, in the clear: for the call that sends it. */
export const beneficiaryOf = (ring: KeyRing, { id, beneficiary }: PayoutRow): Beneficiary =>
  JSON.parse(open(ring, beneficiary, placeOf(id))) as Beneficiary;

export const amountOf = ({ amount, currency }: PayoutRow): Money => fromWire(amount, currency);

/** Refusals of our own side that no second try mends. */
const lasting: readonly string[] = ["amount_not_representable", "invalid_amount", "invalid_transaction"];

/** What decides something in what a provider said. Another amount than ours is nobody's success. */
function wordOf(payout: PayoutRow, saying: PayoutSaying): PayoutWord {
  switch (saying.kind) {
    case "paid":
      return saying.amount === null || equals(saying.amount, amountOf(payout)) ? { kind: "paid" } : { kind: "unknown" };
    case "failed":
      return { kind: "failed", code: saying.failureCode };
    case "refused":
      return { kind: "refused", code: saying.upstreamCode };
    case "error":
      return { kind: "error", isLasting: lasting.includes(saying.code) };
    default:
      return { kind: saying.kind };
  }
}

/** What came back of a transfer: what was told of it, and all of it where nothing that can be was told. */
function receivedOf(payout: PayoutRow, saying: PayoutSaying): Money {
  const paid = amountOf(payout);
  const told = saying.kind === "returned" ? saying.amount : null;
  const isSound = told !== null && told.currency === paid.currency && !exceeds(told, paid) && isPositive(told);
  return isSound ? told : paid;
}

const messageOf = (saying: PayoutSaying): string | null => {
  const said =
    "upstreamMessage" in saying ? saying.upstreamMessage : "failureCode" in saying ? saying.failureCode : null;
  return said?.slice(0, 500) ?? null;
};

const factsOf = (saying: PayoutSaying): PayoutChange =>
  "providerReference" in saying && saying.providerReference !== null
    ? { providerReference: saying.providerReference, isDoubted: false }
    : {};

/** How often in a row the provider said that it does not have a transfer: what it did not answer says nothing. */
function absenceOf(ctx: Context, payout: PayoutRow, saying: PayoutSaying, source: PayoutSource): PayoutChange {
  if (saying.kind === "pending") return { notFoundCount: 0, notFoundSince: null };
  if (saying.kind !== "not_found" || source !== "query") return {};
  return {
    notFoundCount: payout.notFoundCount + 1,
    notFoundSince: payout.notFoundSince ?? ctx.now.toISOString(),
  };
}

interface Applying {
  readonly payout: PayoutRow;
  readonly saying: PayoutSaying;
  readonly source: PayoutSource;
  readonly owner: PayoutOwner;
}

/**
 * Takes in what a provider said of a transfer, in the caller's transaction. Answers, notifications and questions all come
 * through here, so that they converge in any order and number. Calls no provider. Answers whether it was news.
 */
export async function applyPayout(
  ctx: Context,
  ref: PayoutRef,
  told: Omit<Applying, "payout"> & { readonly mode: PayoutRow["mode"] },
): Promise<boolean> {
  await lockedBalances(ctx, { merchantId: ref.merchantId, book: told.mode });
  const payout = await lockPayout(ctx, ref);
  const { saying, source } = told;
  const verdict = payoutVerdict(payout, wordOf(payout, saying), source);
  if (
    saying.kind !== "returned" &&
    "amount" in saying &&
    saying.amount !== null &&
    !equals(saying.amount, amountOf(payout))
  )
    await alarm(
      ctx,
      payout,
      "payout.amountMismatch",
      `the provider paid ${toWire(saying.amount)} ${saying.amount.currency}`,
    );
  await carryOut(ctx, { ...told, payout }, verdict);
  return verdict.do !== "nothing";
}

async function carryOut(
  ctx: Context,
  { payout, saying, source, owner }: Applying,
  verdict: PayoutVerdict,
): Promise<void> {
  const after = (seconds: number) => new Date(ctx.now.getTime() + seconds * 1000).toISOString();
  switch (verdict.do) {
    case "nothing":
      return;
    case "pay":
      return endPayout(ctx, payout, { kind: "paid" }, owner, factsOf(saying));
    case "fail":
      return endPayout(
        ctx,
        payout,
        { kind: "failed", code: verdict.code, message: messageOf(saying) },
        owner,
        factsOf(saying),
      );
    case "bounce":
      return endPayout(ctx, payout, { kind: "returned", received: receivedOf(payout, saying) }, owner);
    case "ask": {
      if (payout.status === "paid") return ctx.enqueue({ queue: payoutAskQueue, data: refOf(payout) });
      if (payout.queryCount === doubtedAfter && saying.kind !== "pending")
        await alarm(ctx, payout, "payout.unknown", "the provider has not told for a day what became of the payout");
      await updatePayout(ctx, payout, {
        ...factsOf(saying),
        ...absenceOf(ctx, payout, saying, source),
        queryCount: payout.queryCount + (source === "query" ? 1 : 0),
        nextRetryTime: after(askWait(payout.queryCount)),
      });
      return;
    }
    case "resend":
      await updatePayout(ctx, payout, {
        isDoubted: false,
        failureMessage: messageOf(saying),
        nextRetryTime: after(sendWait(payout.attempts)),
      });
      return;
    case "alarm":
      return alarm(
        ctx,
        payout,
        "payout.unexpected",
        "the provider paid a payout that had failed: its money is booked back",
      );
  }
}

const statusOf = { paid: "paid", failed: "failed", returned: "returned" } as const;

/** Ends a transfer that the caller holds locked behind the merchant's book, and tells whatever it carries out. */
export async function endPayout(
  ctx: Context,
  payout: PayoutRow,
  end: PayoutEnd,
  owner: PayoutOwner,
  facts: PayoutChange = {},
): Promise<void> {
  const failure = end.kind === "failed" ? { failureCode: end.code, failureMessage: end.message } : {};
  const after = await updatePayout(ctx, payout, {
    ...facts,
    ...failure,
    status: statusOf[end.kind],
    isDoubted: false,
    nextRetryTime: null,
    finishedTime: ctx.now.toISOString(),
  });
  await owner.ended(ctx, after, end);
}

/** What nobody can settle by rule, for people to see. */
export async function alarm(ctx: Context, payout: PayoutRow, eventType: string, message: string): Promise<void> {
  const { merchantId, sourceId, sourceNo, payoutNo, amount, currency } = payout;
  await recordException(ctx, {
    source: "connector",
    eventType,
    objectType: payout.sourceType,
    objectId: sourceId,
    merchantId,
    level: "critical",
    message: `${sourceNo} ${payoutNo}: ${message}`,
    payload: { sourceNo, payoutNo, amount, currency },
  });
}
