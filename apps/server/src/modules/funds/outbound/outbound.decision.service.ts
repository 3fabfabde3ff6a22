import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import type { Context } from "../../../platform/http/context.ts";
import { keyMay } from "../../merchants/coin-app/index.ts";
import { assertOtherPerson, assertSomebodyElse } from "../../system/change-request/index.ts";
import type { BucketBalance } from "../ledger/index.ts";
import type { PayoutOwner, PayoutRow } from "../payout/index.ts";
import { approvalsForRelease } from "./outbound.approval.service.ts";
import { bookDropped } from "./outbound.booking.service.ts";
import {
  type MarkedTransfer,
  markTransferFailed,
  markTransferPaid,
  markTransferReturned,
  type OutboundAllocation,
  resolveTransfer,
  syncTransfer,
} from "./outbound.payout.service.ts";
import { isCovered, type OutboundType } from "./outbound.plan.service.ts";
import type { StoredApproval } from "./outbound.policy.ts";

/** The values of a withdrawal or payout order for its approvers. */
interface DecidedRow {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: PayoutRow["mode"];
  readonly currency: string;
  readonly amount: string;
  readonly status: string;
  readonly payoutId: string | null;
  readonly riskFlags: readonly string[];
  readonly approvalsNeeded: number;
  readonly approvals: readonly StoredApproval[];
  readonly applyUserId: number | null;
  readonly submitterIds: readonly number[] | null;
  readonly appKey: string | null;
  readonly keyMakerIds: readonly number[] | null;
  readonly version: number;
}

/** Identifies the withdrawal or payout order. */
export type DecidedRef = Pick<DecidedRow, "merchantId" | "id" | "mode">;

/** Who decided, with the reason. */
interface Decided {
  readonly auditUserId: number;
  readonly auditUserName: string | null;
  readonly auditRemark: string | null;
}

/** The check at an approval: why it goes back instead, and the release. */
interface Look<Row, Cause extends string> {
  readonly cause: Cause | null;
  readonly letGo: (approved: Decided & { readonly approvals: StoredApproval[] }) => Promise<Row>;
}

type Ring = () => KeyRing;
type Failed = { readonly code: NonNullable<PayoutRow["failureCode"]>; readonly message: string };

/** What withdrawals and payout orders each supply for decisions: rows, permissions and steps. */
export interface OutboundApprovalFlow<Row extends DecidedRow, Cause extends string> {
  readonly way: OutboundType;
  /** Permissions to request and to resubmit, and the permission of a key. */
  readonly asking: readonly string[];
  readonly askingAgain: readonly string[];
  readonly scope: string;
  /** The row in the version that was read, with a matching seal, locked behind its merchant's book. */
  readonly held: (
    ctx: Context,
    ref: DecidedRef,
    version?: number,
  ) => Promise<{ readonly row: Row; readonly balances: readonly BucketBalance[] }>;
  readonly assertStep: (
    ctx: Context,
    row: Row,
    action: "approve" | "reject" | "execute" | "pay" | "payLate" | "fail" | "bounce",
  ) => void;
  /** Checks everything again that an approval depends on, or refuses it. */
  readonly look: (ctx: Context, ring: Ring, row: Row, remark: string | null) => Promise<Look<Row, Cause>>;
  readonly sendBack: (ctx: Context, row: Row, returnCause: Cause | "position_short") => Promise<Row>;
  readonly reject: (ctx: Context, row: Row, decided: Decided & { readonly auditTime: string }) => Promise<Row>;
  readonly update: (
    ctx: Context,
    row: Row,
    change: { readonly approvals?: StoredApproval[]; readonly approvalsNeeded?: number },
  ) => Promise<Row>;
  readonly payNow: (ctx: Context, ring: Ring, row: Row) => Promise<Row | undefined>;
  readonly fail: (ctx: Context, row: Row, failed: Failed) => Promise<void>;
  readonly leaving: (row: Row) => OutboundAllocation;
  readonly owner: PayoutOwner;
}

type Version = { readonly version: number };
type Approving = Version & { readonly remark?: string | null | undefined };
type Marked = { readonly bankReference: string };
type Returned = { readonly amount: string; readonly remark: string };

/**
 * Refuses the requester, resubmitters, makers of the requesting key, and a person who approved already, by whatever
 * account.
 */
async function assertMayApprove(
  ctx: Context,
  {
    way,
    asking,
    askingAgain,
    scope,
  }: Pick<OutboundApprovalFlow<DecidedRow, string>, "way" | "asking" | "askingAgain" | "scope">,
  { applyUserId, appKey, keyMakerIds, submitterIds, approvals }: DecidedRow,
): Promise<void> {
  await assertOtherPerson(ctx, { by: applyUserId, permissions: asking }, refuse(`${way}.ownRequest`));
  for (const by of submitterIds ?? [])
    await assertOtherPerson(ctx, { by, permissions: [...asking, ...askingAgain] }, refuse(`${way}.ownRequest`));
  for (const maker of keyMakerIds ?? []) await assertSomebodyElse(ctx, maker, refuse(`${way}.ownKey`));
  if (appKey !== null && !(await keyMay(ctx, appKey, scope))) throw refuse("platform.askerGone");
  for (const { userId } of approvals) await assertSomebodyElse(ctx, userId, refuse(`${way}.approvedAlready`));
}

const decidedBy = ({ actor }: Context, remark: string | null | undefined): Decided => ({
  auditUserId: actor.userId,
  auditUserName: actor.realName || null,
  auditRemark: remark || null,
});

/** Approval and rejection, before payment. */
const approvalsOf = <Row extends DecidedRow, Cause extends string>(of: OutboundApprovalFlow<Row, Cause>) => ({
  /**
   * Approves. Everything is checked again under the lock of the merchant's book; a request that is no longer covered,
   * or lost value, goes back to its requester. The last needed approval releases it for payment.
   */
  approve: async (
    ctx: Context,
    ring: Ring,
    ref: DecidedRef,
    { version, remark }: Approving,
  ): Promise<{ status: Row["status"]; returnCause: Cause | "position_short" | null }> => {
    const { row, balances } = await of.held(ctx, ref, version);
    of.assertStep(ctx, row, "approve");
    await assertMayApprove(ctx, of, row);
    const { cause, letGo } = await of.look(ctx, ring, row, remark || null);
    const returnCause = (await isCovered(ctx, row, balances)) ? cause : "position_short";
    if (returnCause) return { status: (await of.sendBack(ctx, row, returnCause)).status, returnCause };
    if (remark) ctx.recordReason(remark);
    const decided = decidedBy(ctx, remark);
    const { auditUserId: userId, auditUserName: userName, auditRemark } = decided;
    const approvals = [...row.approvals, { userId, userName, time: ctx.now.toISOString(), remark: auditRemark }];
    const approvalsNeeded = await approvalsForRelease(ctx, of.way, row, fromWire(row.amount, row.currency));
    const isLast = approvals.length >= approvalsNeeded;
    const after = await (isLast
      ? letGo({ ...decided, approvals })
      : of.update(ctx, row, { approvals, approvalsNeeded }));
    return { status: after.status, returnCause: null };
  },

  /** Rejects the request; the amount set aside is available again. */
  reject: async (
    ctx: Context,
    ref: DecidedRef,
    { version, reason }: Version & { readonly reason: string },
  ): Promise<void> => {
    const { row } = await of.held(ctx, ref, version);
    of.assertStep(ctx, row, "reject");
    ctx.recordReason(reason);
    await of.reject(ctx, row, { ...decidedBy(ctx, reason), auditTime: ctx.now.toISOString() });
    await bookDropped(ctx, of.leaving(row));
  },
});

/** Reports by users and banks about its transfer. */
function transfersOf<Row extends DecidedRow, Cause extends string>(of: OutboundApprovalFlow<Row, Cause>) {
  const marked = (row: Row): MarkedTransfer => ({
    way: of.way,
    of: of.leaving(row),
    payoutId: row.payoutId,
    owner: of.owner,
  });
  const paid = async (ctx: Context, row: Row, isLate: boolean, bankReference: string): Promise<void> => {
    of.assertStep(ctx, row, isLate ? "payLate" : "pay");
    await markTransferPaid(ctx, marked(row), bankReference);
  };
  const returned = async (ctx: Context, row: Row, { amount, remark }: Returned): Promise<void> => {
    of.assertStep(ctx, row, "bounce");
    ctx.recordReason(remark);
    await markTransferReturned(ctx, marked(row), amount);
  };
  return {
    /** Paid manually, with the bank's reference. For a provider's transfer, the provider is queried instead. */
    markPaid: async (ctx: Context, ref: DecidedRef, { version, bankReference }: Version & Marked): Promise<void> =>
      paid(ctx, (await of.held(ctx, ref, version)).row, false, bankReference),

    /** Not paid, and not to be paid. */
    markFailed: async (
      ctx: Context,
      ref: DecidedRef,
      {
        version,
        failureCode: code,
        remark: message,
      }: Version & { readonly failureCode: Failed["code"]; readonly remark: string },
    ): Promise<void> => {
      const { row } = await of.held(ctx, ref, version);
      of.assertStep(ctx, row, "fail");
      ctx.recordReason(message);
      await (row.payoutId === null
        ? of.fail(ctx, row, { code, message })
        : markTransferFailed(ctx, marked(row), { code, message }));
    },

    /** Returned by the payee's bank, in full or in part: it deducted the rest. */
    markReturned: async (ctx: Context, ref: DecidedRef, { version, ...told }: Version & Returned): Promise<void> =>
      returned(ctx, (await of.held(ctx, ref, version)).row, told),

    /** The bank statement shows the transfer as paid; an earlier report that it was not paid is reverted. */
    bankConfirmsPaid: async (
      ctx: Context,
      ref: DecidedRef,
      { bankReference, isLate }: Marked & { readonly isLate: boolean },
    ): Promise<void> => paid(ctx, (await of.held(ctx, ref)).row, isLate, bankReference),

    /** The bank statement shows the return. */
    bankConfirmsReturned: async (ctx: Context, ref: DecidedRef, told: Returned): Promise<void> =>
      returned(ctx, (await of.held(ctx, ref)).row, told),

    /** Decides who bears a difference from the requested amount, and books it there. */
    resolveDifference: async (
      ctx: Context,
      ref: DecidedRef,
      { version, cause, note }: Version & Parameters<typeof resolveTransfer>[2],
    ): Promise<void> => {
      const { row } = await of.held(ctx, ref, version);
      ctx.recordReason(note);
      await resolveTransfer(ctx, marked(row), { cause, note });
      // Increments the version: somebody who read it before cannot resolve it again.
      await of.update(ctx, row, {});
    },
  };
}

/** Decisions with the rules that withdrawals and payout orders share. */
export const decisionsOf = <Row extends DecidedRow, Cause extends string>(of: OutboundApprovalFlow<Row, Cause>) => ({
  ...approvalsOf(of),
  ...transfersOf(of),
  /** Pays an approved request that could not be paid at its approval. */
  execute: async (ctx: Context, ring: Ring, ref: DecidedRef, { version }: Version): Promise<Row> => {
    const { row } = await of.held(ctx, ref, version);
    of.assertStep(ctx, row, "execute");
    const after = await of.payNow(ctx, ring, row);
    if (!after) throw refuse(`${of.way}.fundingMissing`, { currency: of.leaving(row).given.currency });
    return after;
  },
  /** Queries the provider about its transfer. */
  sync: (ctx: Context, ref: DecidedRef): Promise<void> => syncTransfer(ctx, of.way, ref),
});

/** The result of {@link decisionsOf}, in terms of its answers. */
interface Decisions<Status extends string, Cause extends string>
  extends Omit<ReturnType<typeof decisionsOf<DecidedRow, string>>, "approve" | "execute"> {
  approve(
    ctx: Context,
    ring: Ring,
    ref: DecidedRef,
    asked: Approving,
  ): Promise<{ readonly status: Status; readonly returnCause: Cause | null }>;
  execute(ctx: Context, ring: Ring, ref: DecidedRef, asked: Version): Promise<{ readonly status: Status }>;
}

/** Decision operations on the id in the caller's scope. */
export function decisionHandlers<Status extends string, Cause extends string>(
  decisions: Decisions<Status, Cause>,
  ring: Ring,
  refOf: (ctx: Context, id: string) => Promise<DecidedRef>,
) {
  const done =
    <A>(act: (ctx: Context, ref: DecidedRef, asked: A) => Promise<void>) =>
    async (ctx: Context, { id, ...asked }: A & { readonly id: string }): Promise<null> => {
      await act(ctx, await refOf(ctx, id), asked as A);
      return null;
    };
  return {
    approve: async (ctx: Context, { id, ...asked }: Approving & { readonly id: string }) =>
      decisions.approve(ctx, ring, await refOf(ctx, id), asked),
    execute: async (ctx: Context, { id, version }: Version & { readonly id: string }) => {
      const { status } = await decisions.execute(ctx, ring, await refOf(ctx, id), { version });
      return { status };
    },
    reject: done(decisions.reject),
    markPaid: done(decisions.markPaid),
    markFailed: done(decisions.markFailed),
    markReturned: done(decisions.markReturned),
    resolveDifference: done(decisions.resolveDifference),
    sync: async (ctx: Context, { id }: { readonly id: string }): Promise<null> => {
      await decisions.sync(ctx, await refOf(ctx, id));
      return null;
    },
  };
}
