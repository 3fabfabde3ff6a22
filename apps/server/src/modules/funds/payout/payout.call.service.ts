import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { transact } from "../../../platform/db/transact.ts";
import {
  type Connector,
  inFlight,
  type NotificationFact,
  type NotificationResult,
  type PayoutConnector,
} from "../../gateways/connector/index.ts";
import {
  awaitPace,
  longestCallSeconds,
  type OpenedGatewayAccount,
  openGatewayAccount,
} from "../../gateways/gateway-account/index.ts";
import type { OrderNode, Requester } from "../../payments/order-processing/index.ts";
import {
  amountOf,
  applyPayout,
  beneficiaryOf,
  type PayoutOwner,
  type ReportedPayout,
  raisePayoutAlarm,
} from "./payout.service.ts";
import {
  findReportedPayout,
  lockPayout,
  type PayoutRef,
  type PayoutRow,
  readPayout,
  refOf,
  updatePayout,
} from "./payout.store.ts";
import { type AskBalance, waitsForBalance } from "./payout-balance.service.ts";

/** Owners to notify of a transfer's end, by what it pays. */
export type PayoutOwners = Readonly<Record<PayoutRow["sourceType"], PayoutOwner>>;

/** The provider was not called. */
const notAskedOutcome = (code: "configuration_error" | "rate_limited", reason: string) =>
  ({
    kind: "error",
    code,
    upstreamCode: reason,
    upstreamMessage: null,
    retryAfter: null,
    upstreamIntentId: null,
    exchanges: [],
  }) satisfies ReportedPayout;

/** A connector that threw may have sent something before: the outcome is unknown. */
const broken: ReportedPayout & { readonly kind: "unknown" } = {
  kind: "unknown",
  reason: "garbage",
  upstreamIntentId: null,
  upstreamAttemptId: null,
  exchanges: [],
};

type Call<S> = (payouts: PayoutConnector, account: OpenedGatewayAccount) => Promise<S>;

/**
 * Makes one call for a transfer, outside every transaction. Always answers: without a clear result the outcome is
 * unknown.
 */
export async function callProvider<S>(
  { platform, connectorOf }: OrderNode,
  payout: Pick<PayoutRow, "gatewayAccountId" | "mode" | "merchantId" | "payoutNo">,
  call: Call<S>,
): Promise<S | typeof broken | ReturnType<typeof notAskedOutcome>> {
  let account: OpenedGatewayAccount;
  let connector: Connector;
  try {
    account = await openGatewayAccount(platform, payout.gatewayAccountId ?? "");
    connector = connectorOf(account.connector);
  } catch (error) {
    if (error instanceof Refusal) return notAskedOutcome("configuration_error", error.code);
    throw error;
  }
  const { payouts } = connector;
  if (!payouts || account.mode !== payout.mode) return notAskedOutcome("configuration_error", "no_payouts");
  try {
    const outcome = await inFlight(account, payout.merchantId, async () =>
      (await awaitPace(platform, account)) === "late" ? undefined : call(payouts, account),
    );
    return outcome ?? notAskedOutcome("rate_limited", "account_busy");
  } catch (error) {
    platform.logger.error({ err: error, payoutNo: payout.payoutNo }, "a connector failed");
    return broken;
  }
}

type OutcomeServices = Pick<OrderNode, "db" | "clock" | "seals" | "enqueue">;

/**
 * Neither calls nor reports are made for a transfer whose seal, or that of what it pays, does not match: amount or
 * payee may have been altered.
 */
async function isGenuine(
  node: OutcomeServices,
  caller: Requester,
  owners: PayoutOwners,
  payout: PayoutRow,
): Promise<boolean> {
  const isOwn = await node.seals.isGenuine(node.db, "payouts", payout);
  if (isOwn && (await owners[payout.sourceType].isGenuine(node, payout))) return true;
  await transact(node, caller, (ctx) =>
    raisePayoutAlarm(ctx, payout, "payout.altered", "it is not as it was written: its provider is not called"),
  );
  return false;
}

/** Whether a transfer was never sent, or provably did not arrive. */
const isToSend = ({ status, isDoubted, providerReference, gatewayAccountId }: PayoutRow): boolean =>
  (status === "created" || (status === "submitted" && !isDoubted)) &&
  providerReference === null &&
  gatewayAccountId !== null;

/** Asks a transfer's provider for its funding balance. */
const askBalance =
  (node: OrderNode, payout: PayoutRow): AskBalance =>
  async (code) => {
    const told = await callProvider(node, payout, async (payouts, account) => payouts.balance?.(account, code));
    return told?.kind === "error" ? undefined : told;
  };

/**
 * Marks a transfer as sent: from then on it may have arrived. Only one that was never sent, or provably did not
 * arrive; of two concurrent senders one wins here.
 */
const markSent = (node: OrderNode, caller: Requester, ref: PayoutRef): Promise<PayoutRow | undefined> =>
  transact(node, caller, async (ctx) => {
    const payout = await lockPayout(ctx, ref);
    if (!isToSend(payout) || payout.gatewayAccountId === null) return undefined;
    const seconds = await longestCallSeconds(ctx, payout.gatewayAccountId);
    return updatePayout(ctx, payout, {
      status: "submitted",
      attempts: payout.attempts + 1,
      isDoubted: true,
      notFoundCount: 0,
      notFoundSince: null,
      shortSince: null,
      availableAmount: null,
      submitTime: payout.submitTime ?? ctx.now.toISOString(),
      nextRetryTime: new Date(ctx.now.getTime() + seconds * 1000).toISOString(),
    });
  });

/** Sends a transfer and applies the answer. After a crash the provider is queried. */
export async function sendPayout(
  node: OrderNode,
  caller: Requester,
  owners: PayoutOwners,
  ref: PayoutRef,
): Promise<void> {
  const standing = await readPayout(node.db, ref);
  if (!standing || !(await isGenuine(node, caller, owners, standing))) return;
  if (isToSend(standing) && (await waitsForBalance(node, caller, standing, askBalance(node, standing)))) return;
  const payout = await markSent(node, caller, ref);
  if (!payout) return;
  const beneficiary = beneficiaryOf(installationKeys(node.platform.secret).ring, payout);
  const report = await callProvider(node, payout, (payouts, account) =>
    payouts.send(account, {
      payoutNo: payout.payoutNo,
      amount: amountOf(payout),
      beneficiary,
      statement: payout.sourceNo,
    }),
  );
  await takeIn(node, caller, owners, payout, { report, source: "answer" });
}

const takeIn = (
  node: OutcomeServices,
  caller: Requester,
  owners: PayoutOwners,
  payout: PayoutRow,
  told: Pick<Parameters<typeof applyPayout>[2], "report" | "source">,
): Promise<boolean> =>
  transact(node, caller, (ctx) =>
    applyPayout(ctx, refOf(payout), { ...told, mode: payout.mode, owner: owners[payout.sourceType] }),
  );

/** Queries the provider about a sent transfer by its number, and applies the answer. */
export async function askPayout(
  node: OrderNode,
  caller: Requester,
  owners: PayoutOwners,
  ref: PayoutRef,
): Promise<void> {
  const payout = await readPayout(node.db, ref);
  if (!payout || payout.attempts === 0 || !(await isGenuine(node, caller, owners, payout))) return;
  const { payoutNo, providerReference } = payout;
  const report = await callProvider(node, payout, (payouts, account) =>
    payouts.query(account, { payoutNo, providerReference }),
  );
  // A query that was not sent says nothing about the transfer.
  const heard = report.kind === "error" ? broken : report;
  await takeIn(node, caller, owners, payout, { report: heard, source: "query" });
}

/** Continues a due transfer: queries one that may have arrived, and sends one that did not. */
export async function followPayout(
  node: OrderNode,
  caller: Requester,
  owners: PayoutOwners,
  payout: PayoutRow,
): Promise<void> {
  const mayHaveArrived = payout.isDoubted || payout.providerReference !== null;
  await (mayHaveArrived ? askPayout : sendPayout)(node, caller, owners, refOf(payout));
}

/** Applies a provider's notification about a transfer. One applied before changes nothing. */
export const applyPayoutFact =
  (owners: PayoutOwners) =>
  async (
    node: OutcomeServices,
    caller: Requester,
    gatewayAccountId: string,
    { payoutNo, outcome }: Extract<NotificationFact, { readonly subject: "payout" }>,
  ): Promise<NotificationResult> => {
    const { providerReference } = outcome;
    const payout = await findReportedPayout(node.db, { gatewayAccountId, payoutNo, providerReference });
    if (!payout) return "unknown_object";
    if (!(await isGenuine(node, caller, owners, payout))) return { failed: "payout_altered" };
    const isNews = await takeIn(node, caller, owners, payout, { report: outcome, source: "notification" });
    return isNews ? "processed" : "ignored";
  };
