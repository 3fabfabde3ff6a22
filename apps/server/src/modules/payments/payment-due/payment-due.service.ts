import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type InputOf, permissionOf, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { dueLifecycle } from "@countinghouse/contract/payments/payment-due/payment-due.lifecycle.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { journalsOfOrder, withoutQualifier } from "../../funds/ledger/index.ts";
import { assertOtherPerson } from "../../system/change-request/index.ts";
import type { DueOrders } from "./due-orders.port.ts";
import { type DueRow, findDue, lockDue, needsApprovalOf, updateDue } from "./payment-due.store.ts";
import { nothingProposed } from "./raise-due.service.ts";

type Operations = typeof paymentDue.operations;
type Deciding = InputOf<Operations["book"]>;

/** An unapplied payment of the version that was read, locked behind its order. */
async function lockAsRead(
  ctx: Context,
  orders: DueOrders,
  { id, version }: Pick<Deciding, "id" | "version">,
): Promise<DueRow> {
  const { merchantId, orderId } = await findDue(ctx, id);
  await orders.lock(ctx, { merchantId, orderId });
  const due = await lockDue(ctx, { merchantId, id });
  assertFresh(paymentDue, version, due.version);
  // Whether it needs two people, and who requested it, counts only under a matching seal.
  if (!(await ctx.seals.isGenuine(ctx.db, "paymentDues", due))) throw refuse("paymentDue.altered");
  return due;
}

/** Decides about an open record: at once, or by a request where a second person is needed. */
const decide =
  (orders: DueOrders, action: "book" | "return") =>
  async (ctx: Context, { reason, ...naming }: Deciding): Promise<null> => {
    const due = await lockAsRead(ctx, orders, naming);
    ctx.recordReason(reason);
    if (due.status !== "open") throw refuse("paymentDue.notOpen");
    if (action === "book") await orders.assertBookable(ctx, due);
    if (due.needsApproval) {
      const proposed = await updateDue(ctx, due, {
        status: dueLifecycle.actions.propose.to,
        action,
        proposeUserId: ctx.actor.userId,
        proposeUserName: ctx.actor.realName,
        proposeReason: reason,
        proposeTime: ctx.now.toISOString(),
      });
      await orders.tell(ctx, proposed, { title: "eventDueProposed", action });
      return null;
    }
    await carryOut(ctx, orders, due, { action, reason });
    return null;
  };

/** Carries a decision out: the order module applies it and books it, then the record's status changes. */
async function carryOut(
  ctx: Context,
  orders: DueOrders,
  due: DueRow,
  { action, reason }: { readonly action: "book" | "return"; readonly reason: string | null },
): Promise<void> {
  if (!allows(dueLifecycle, due.status, action)) throw new Error(`${due.dueNo} is ${due.status}`);
  const { booked, captureId } = await orders.settle(ctx, due, action);
  const held = BigInt(due.heldAmount) - booked.amountMinor;
  await updateDue(ctx, due, {
    // After a partial application the rest is returned.
    status: dueLifecycle.actions[held === 0n ? "book" : "return"].to,
    heldAmount: String(held),
    bookedAmount: String(BigInt(due.bookedAmount) + booked.amountMinor),
    ...(captureId === null ? {} : { captureId }),
    // Nothing is pending any more; requester, time and reason stay readable.
    action: null,
    proposeUserId: null,
    decideUserId: ctx.actor.userId,
    decideUserName: ctx.actor.realName,
    decideReason: reason,
    decideTime: ctx.now.toISOString(),
  });
}

/** The operation that requests it. */
const asking = { book: "book", return: "markReturn" } as const satisfies Record<string, keyof Operations>;

const approve =
  (orders: DueOrders) =>
  async (ctx: Context, input: InputOf<Operations["approve"]>): Promise<null> => {
    const due = await lockAsRead(ctx, orders, input);
    if (due.status !== "awaiting_approval" || due.action === null) throw refuse("paymentDue.nothingProposed");
    const permissions = [permissionOf(paymentDue.name, asking[due.action])];
    await assertOtherPerson(ctx, { by: due.proposeUserId, permissions }, refuse("paymentDue.ownProposal"));
    if (due.action === "book") await orders.assertBookable(ctx, due);
    await carryOut(ctx, orders, due, { action: due.action, reason: null });
    return null;
  };

const reject =
  (orders: DueOrders) =>
  async (ctx: Context, { reason, ...naming }: InputOf<Operations["reject"]>): Promise<null> => {
    const due = await lockAsRead(ctx, orders, naming);
    ctx.recordReason(reason);
    if (due.status !== "awaiting_approval" || due.action === null) throw refuse("paymentDue.nothingProposed");
    const after = await updateDue(ctx, due, { status: dueLifecycle.actions.drop.to, ...nothingProposed });
    await orders.tell(ctx, after, { title: "eventDueDropped", action: due.action });
    return null;
  };

/** The journals of a record, and whether a decision about it needs two people. */
async function explain(ctx: Context, { id }: { readonly id: string }): Promise<ResultOf<Operations["explain"]>> {
  const due = await findDue(ctx, id);
  const journals = await journalsOfOrder(ctx, due.merchantId, due.orderId);
  const booked = journals.filter(({ eventId }) => eventId === due.id || eventId === due.captureId);
  const ids = booked.map(({ journalId }) => journalId);
  const own = journals.filter((one) => booked.includes(one) || ids.includes(one.reversalOf ?? ""));
  const isMerchant = isOfMerchant(ctx.actor);
  const shown = (code: string): string => (isMerchant ? withoutQualifier(code) : code);
  return {
    needsApproval: await needsApprovalOf(ctx, due),
    journals: own
      // The gateway cost is hidden from merchants.
      .filter(({ event }) => !isMerchant || event !== "J03")
      .map(({ journalId, event, effectiveDate, postedAt, description, postings }) => ({
        journalId,
        event,
        effectiveDate,
        postedAt,
        description,
        postings: postings.map(({ debit, credit, amount }) => ({
          debit: shown(debit),
          credit: shown(credit),
          amount: toWire(amount),
          currency: amount.currency,
        })),
      })),
  };
}

/** Operations on unapplied payments; their effect on orders belongs to the order module. */
export const dueDecisions = (orders: DueOrders) => ({
  explain,
  book: decide(orders, "book"),
  markReturn: decide(orders, "return"),
  approve: approve(orders),
  reject: reject(orders),
});
