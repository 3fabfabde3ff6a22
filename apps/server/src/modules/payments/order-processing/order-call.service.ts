import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { systemActor } from "../../../platform/access/actor.ts";
import { retryWhileDatabaseAway } from "../../../platform/db/retry-while-away.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import type { Connector, RefundOutcome, RefundQueryOutcome } from "../../gateways/connector/index.ts";
import {
  healthOf,
  inFlight,
  latencyOf,
  type NotProcessedOutcome,
  type PaymentReference,
  type UnknownOutcome,
} from "../../gateways/connector/index.ts";
import {
  awaitPace,
  type OpenedGatewayAccount,
  openForPayments,
  type SealedAccount,
  statementText,
} from "../../gateways/gateway-account/index.ts";
import { recordCall } from "../../gateways/routing/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import type { PaymentDetails } from "../order-acceptance/index.ts";
import type { GatewayOutcome } from "../order-outcome/index.ts";
import type { OrderParticulars, OrderRef, OrderRow } from "../order-record/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import type { OrderNode, Requester } from "./order-node.port.ts";
import { readAttempt, reservedAttempt } from "./sent-attempt.store.ts";

/** The platform as requester, for background work. */
export const inBackground = (path: string): Requester => ({
  actor: systemActor,
  request: {
    id: path,
    method: "JOB",
    path,
    ip: "",
    userAgent: "",
    locale: "en",
    queryNames: [],
    headers: {},
  } satisfies RequestFacts,
});

export const referenceOf = (attempt: AttemptRow): PaymentReference => ({
  orderNo: attempt.orderNo,
  attemptNo: attempt.attemptNo,
  upstreamIntentId: attempt.upstreamIntentId,
  upstreamAttemptId: attempt.upstreamAttemptId,
});

/** The gateway was not called: its account cannot be opened, or is at its concurrency limit. */
export const notAskedOutcome = (code: NotProcessedOutcome["code"], reason: string): NotProcessedOutcome => ({
  kind: "error",
  code,
  upstreamCode: reason,
  upstreamMessage: null,
  retryAfter: null,
  upstreamIntentId: null,
  exchanges: [],
});

/** Whether a call was not made because its account is at its limit: it may be made later, and counts as no refusal. */
export const isPutOff = (outcome: AnyGatewayOutcome): boolean =>
  outcome.kind === "error" && outcome.code === "rate_limited" && outcome.exchanges.length === 0;

/** A connector that threw may have sent something before: the outcome is unknown. */
const broken = (): UnknownOutcome => ({
  kind: "unknown",
  reason: "garbage",
  upstreamIntentId: null,
  upstreamAttemptId: null,
  exchanges: [],
});

/** The outcome of any gateway call about a payment or its refunds. */
export type AnyGatewayOutcome = GatewayOutcome | RefundOutcome | RefundQueryOutcome;

type ConnectorCall<H> = (connector: Connector, account: OpenedGatewayAccount) => Promise<H>;

/** Queries are always made. */
const always = async () => true;

/**
 * Makes one gateway call for an attempt, outside every transaction, and counts it towards the account's health. Always
 * answers: without a clear result the outcome is unknown.
 */
export const callGatewayFor = <H extends AnyGatewayOutcome>(
  node: OrderNode,
  attempt: AttemptRow,
  call: ConnectorCall<H>,
) => callUnlessSuperseded(node, attempt, always, call) as Promise<H | NotProcessedOutcome | UnknownOutcome>;

/**
 * {@link callGatewayFor} for calls that may become obsolete in the account's queue: a call that waited is made only if
 * it is still `wanted`. No call is made for an attempt whose seal does not match: its numbers may be those of another
 * payment.
 */
export async function callUnlessSuperseded<H extends AnyGatewayOutcome>(
  node: OrderNode,
  attempt: AttemptRow,
  wanted: () => Promise<boolean>,
  call: ConnectorCall<H>,
): Promise<H | NotProcessedOutcome | UnknownOutcome | undefined> {
  if (await node.seals.isGenuine(node.db, "paymentAttempts", attempt)) return makeCall(node, attempt, wanted, call);
  await tellAltered(node, attempt);
  return notAskedOutcome("configuration_error", "attempt_altered");
}

/**
 * Refuses with `coinOrder.altered`, and raises an alarm, where the seal of the order's authorisation does not match:
 * the gateway would not be called, and the caller has to know.
 */
export async function assertUnaltered(node: OrderNode, { merchantId, orderId }: OrderRef): Promise<void> {
  const reserved = await reservedAttempt(node.db, { merchantId, orderId });
  if (!reserved || (await node.seals.isGenuine(node.db, "paymentAttempts", reserved))) return;
  await tellAltered(node, reserved);
  throw refuse("coinOrder.altered");
}

async function tellAltered(node: OrderNode, attempt: AttemptRow): Promise<void> {
  const { merchantId, orderId, orderNo, attemptNo } = attempt;
  await transact(node, inBackground("attempt.altered"), (ctx) =>
    recordException(ctx, {
      source: "ledger",
      eventType: "attempt.altered",
      objectType: "order",
      objectId: orderId,
      merchantId,
      level: "critical",
      message: `${orderNo} ${attemptNo} is not as it was written: its gateway is not called`,
      payload: { orderNo, attemptNo },
    }),
  );
}

async function makeCall<H extends AnyGatewayOutcome>(
  node: OrderNode,
  attempt: AttemptRow,
  wanted: () => Promise<boolean>,
  call: ConnectorCall<H>,
  {
    sealed,
    isStale = () => false,
  }: { readonly sealed?: SealedAccount | undefined; readonly isStale?: () => boolean } = {},
): Promise<H | NotProcessedOutcome | UnknownOutcome | undefined> {
  const { platform } = node;
  let account: OpenedGatewayAccount;
  try {
    account = await retryWhileDatabaseAway(() =>
      openForPayments(platform, attempt.gatewayAccountId, attempt.merchantId, sealed),
    );
  } catch (error) {
    if (error instanceof Refusal) return notAskedOutcome("configuration_error", error.code);
    throw error;
  }
  try {
    const connector = node.connectorOf(account.connector);
    const outcome = await inFlight(account, attempt.merchantId, async (hasWaited) => {
      const pace = await awaitPace(platform, account);
      if (pace === "late") return undefined;
      // Nothing was sent yet: waits for an unreachable database, so that the call is not taken for sent.
      const isLate = hasWaited || pace === "after a wait" || isStale();
      const isOvertaken = isLate && !(await retryWhileDatabaseAway(wanted));
      return isOvertaken ? overtaken : call(connector, account);
    });
    if (outcome === overtaken) return undefined;
    if (!outcome) return notAskedOutcome("rate_limited", "account_busy");
    count(node, attempt, outcome);
    return outcome;
  } catch (error) {
    platform.logger.error({ err: error, attemptNo: attempt.attemptNo }, "a connector failed");
    return broken();
  }
}

const overtaken = Symbol("a call that is not wanted any more");

/** Counts a gateway's answer. Our own refusals before sending do not count. */
function count({ platform }: OrderNode, attempt: AttemptRow, outcome: AnyGatewayOutcome): void {
  if (outcome.exchanges.length === 0) return;
  recordCall(platform, attempt.gatewayAccountId, {
    outcome: healthOf(outcome),
    latencyMs: Math.round(latencyOf(outcome)),
    isMisconfigured: outcome.kind === "error" && outcome.code === "configuration_error",
  });
}

/** An attempt to send, with the order's data for the gateway. */
export interface AttemptToSend {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  /** Whether its card paid at the merchant before, where read: then it does not wait for other payments by the card. */
  readonly isCardKnown?: boolean | undefined;
  /** The account it goes to, where it was read in the same transaction. */
  readonly sealed?: SealedAccount | undefined;
  readonly particulars: Pick<
    OrderParticulars,
    "returnUrl" | "deviceId" | "userAgent" | "payerName" | "descriptor" | "ipCountry"
  >;
}

/** Whether an attempt is still being submitted: one that was given up might otherwise be paid twice. */
export const isSubmitting =
  ({ db }: OrderNode, { merchantId, orderId, id: attemptId }: AttemptRow) =>
  async (): Promise<boolean> =>
    (await readAttempt(db, { merchantId, orderId, attemptId }))?.status === "submitting";

/** Sends an attempt to its gateway; undefined where the attempt was closed while it waited. */
export const sendPayment = (
  node: OrderNode,
  { order, attempt, particulars, sealed }: AttemptToSend,
  details: PaymentDetails,
): Promise<GatewayOutcome | undefined> =>
  makeCall(
    node,
    attempt,
    isSubmitting(node, attempt),
    (connector, account) =>
      connector.pay(account, {
        orderNo: order.orderNo,
        attemptNo: attempt.attemptNo,
        merchantId: attempt.merchantId,
        amount: fromWire(attempt.amount, attempt.currency),
        captureMethod: order.captureMethod,
        method: attempt.paymentMethod,
        card: details.card,
        debitAccount: details.debitAccount ?? null,
        threeDs: attempt.isThreeDsForced ? "force" : "automatic",
        renewalOf: null,
        storeFor: attempt.consentUsage,
        returnUrl: details.returnUrl ?? particulars.returnUrl,
        payer: {
          ip: order.ip,
          deviceId: details.browser?.deviceId ?? particulars.deviceId,
          userAgent: details.browser?.userAgent || particulars.userAgent,
          email: order.email,
          name: particulars.payerName,
          country: order.country,
        },
        descriptor: statementText(account.statement, particulars.descriptor),
      }),
    // A process that was suspended may resume after others have given its call up.
    { sealed, isStale: () => Date.parse(attempt.nextQueryTime ?? "") <= node.clock.now().getTime() },
  );
