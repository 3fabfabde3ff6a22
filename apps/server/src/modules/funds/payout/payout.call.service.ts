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
import type { Caller, OrderNode } from "../../payments/order-processing/index.ts";
import { alarm, amountOf, applyPayout, beneficiaryOf, type PayoutOwner, type PayoutSaying } from "./payout.service.ts";
import {
  lockPayout,
  type PayoutRef,
  type PayoutRow,
  payoutOfWord,
  readPayout,
  refOf,
  updatePayout,
} from "./payout.store.ts";
import { type AskBalance, waitsForBalance } from "./payout-balance.service.ts";

/** What is told of the ends of transfers, by what they carry out. */
export type PayoutOwners = Readonly<Record<PayoutRow["sourceType"], PayoutOwner>>;

/** The provider was not asked for anything. */
const notAsked = (code: "configuration_error" | "rate_limited", reason: string) =>
  ({
    kind: "error",
    code,
    upstreamCode: reason,
    upstreamMessage: null,
    retryAfter: null,
    upstreamIntentId: null,
    exchanges: [],
  }) satisfies PayoutSaying;

/** A connector that broke may have sent something before: nobody knows what became of it. */
const broken: PayoutSaying & { readonly kind: "unknown" } = {
  kind: "unknown",
  reason: "garbage",
  upstreamIntentId: null,
  upstreamAttemptId: null,
  exchanges: [],
};

type Call<S> = (payouts: PayoutConnector, account: OpenedGatewayAccount) => Promise<S>;

/** Makes one call for a transfer, outside every transaction. It always answers: what cannot be told is unknown. */
async function callProvider<S>(
  { platform, connectorOf }: OrderNode,
  payout: PayoutRow,
  call: Call<S>,
): Promise<S | typeof broken | ReturnType<typeof notAsked>> {
  let account: OpenedGatewayAccount;
  let connector: Connector;
  try {
    account = await openGatewayAccount(platform, payout.gatewayAccountId ?? "");
    connector = connectorOf(account.connector);
  } catch (error) {
    if (error instanceof Refusal) return notAsked("configuration_error", error.code);
    throw error;
  }
  const { payouts } = connector;
  if (!payouts || account.mode !== payout.mode) return notAsked("configuration_error", "no_payouts");
  try {
    const outcome = await inFlight(account, payout.merchantId, async () =>
      (await awaitPace(platform, account)) === "late" ? undefined : call(payouts, account),
    );
    return outcome ?? notAsked("rate_limited", "account_busy");
  } catch (error) {
    platform.logger.error({ err: error, payoutNo: payout.payoutNo }, "a connector failed");
    return broken;
  }
}

/** The provider is not asked for a transfer that somebody altered: its amount or its payee may be another one. */
async function isGenuine(node: OrderNode, caller: Caller, payout: PayoutRow): Promise<boolean> {
  if (await node.seals.isGenuine(node.db, "payouts", payout)) return true;
  await transact(node, caller, (ctx) =>
    alarm(ctx, payout, "payout.altered", "it is not as it was written: its provider is not called"),
  );
  return false;
}

/** Whether a transfer never was sent, or provably did not arrive. */
const isToSend = ({ status, isDoubted, providerReference, gatewayAccountId }: PayoutRow): boolean =>
  (status === "created" || (status === "submitted" && !isDoubted)) &&
  providerReference === null &&
  gatewayAccountId !== null;

/** Asks the provider of a transfer what there is to pay it out of. */
const askBalance =
  (node: OrderNode, payout: PayoutRow): AskBalance =>
  async (code) => {
    const told = await callProvider(node, payout, async (payouts, account) => payouts.balance?.(account, code));
    return told?.kind === "error" ? undefined : told;
  };

/**
 * Marks a transfer as sent, from when on it may have arrived. It is sent where it never was, or where the send before did
 * provably not arrive; two who would send it at once are told apart here.
 */
const markSent = (node: OrderNode, caller: Caller, ref: PayoutRef): Promise<PayoutRow | undefined> =>
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

/** Sends a transfer, and takes the answer in. A process that dies meanwhile leaves it to be asked about. */
export async function sendPayout(node: OrderNode, caller: Caller, owners: PayoutOwners, ref: PayoutRef): Promise<void> {
  const standing = await readPayout(node.db, ref);
  if (!standing || !(await isGenuine(node, caller, standing))) return;
  if (isToSend(standing) && (await waitsForBalance(node, caller, standing, askBalance(node, standing)))) return;
  const payout = await markSent(node, caller, ref);
  if (!payout) return;
  const beneficiary = beneficiaryOf(installationKeys(node.platform.secret).ring, payout);
  const saying = await callProvider(node, payout, (payouts, account) =>
    payouts.send(account, {
      payoutNo: payout.payoutNo,
      amount: amountOf(payout),
      beneficiary,
      statement: payout.sourceNo,
    }),
  );
  await takeIn(node, caller, owners, payout, { saying, source: "answer" });
}

const takeIn = (
  node: Pick<OrderNode, "db" | "clock" | "seals" | "enqueue">,
  caller: Caller,
  owners: PayoutOwners,
  payout: PayoutRow,
  told: Pick<Parameters<typeof applyPayout>[2], "saying" | "source">,
): Promise<boolean> =>
  transact(node, caller, (ctx) =>
    applyPayout(ctx, refOf(payout), { ...told, mode: payout.mode, owner: owners[payout.sourceType] }),
  );

/** Asks the provider what became of a transfer that was sent, under its number, and takes the answer in. */
export async function askPayout(node: OrderNode, caller: Caller, owners: PayoutOwners, ref: PayoutRef): Promise<void> {
  const payout = await readPayout(node.db, ref);
  if (!payout || payout.attempts === 0 || !(await isGenuine(node, caller, payout))) return;
  const { payoutNo, providerReference } = payout;
  const saying = await callProvider(node, payout, (payouts, account) =>
    payouts.query(account, { payoutNo, providerReference }),
  );
  // A question that was never asked says nothing of what was asked about.
  const heard = saying.kind === "error" ? broken : saying;
  await takeIn(node, caller, owners, payout, { saying: heard, source: "query" });
}

/** Goes on with a transfer whose time has come: asks about what may have arrived, and sends what did not. */
export async function followPayout(
  node: OrderNode,
  caller: Caller,
  owners: PayoutOwners,
  payout: PayoutRow,
): Promise<void> {
  const mayHaveArrived = payout.isDoubted || payout.providerReference !== null;
  await (mayHaveArrived ? askPayout : sendPayout)(node, caller, owners, refOf(payout));
}

/** Takes in what a provider says of a transfer unasked. One that was applied before changes nothing. */
export const applyPayoutFact =
  (owners: PayoutOwners) =>
  async (
    node: Pick<OrderNode, "db" | "clock" | "seals" | "enqueue">,
    caller: Caller,
    gatewayAccountId: string,
    { payoutNo, outcome }: Extract<NotificationFact, { readonly subject: "payout" }>,
  ): Promise<NotificationResult> => {
    const { providerReference } = outcome;
    const payout = await payoutOfWord(node.db, { gatewayAccountId, payoutNo, providerReference });
    if (!payout) return "unknown_object";
    const isNews = await takeIn(node, caller, owners, payout, { saying: outcome, source: "notification" });
    return isNews ? "processed" : "ignored";
  };
