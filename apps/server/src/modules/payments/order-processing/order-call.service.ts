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

/** In the name of the platform, for work that nobody waits for. */
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

/** The gateway was not asked for anything: its account cannot be opened, or has too much to do. */
export const notAskedOutcome = (code: NotProcessedOutcome["code"], reason: string): NotProcessedOutcome => ({
  kind: "error",
  code,
  upstreamCode: reason,
  upstreamMessage: null,
  retryAfter: null,
  upstreamIntentId: null,
  exchanges: [],
});

/** Whether a call was never made because its account has too much to do: it may be made later, and nobody refused it. */
export const isPutOff = (outcome: AnyGatewayOutcome): boolean =>
  outcome.kind === "error" && outcome.code === "rate_limited" && outcome.exchanges.length === 0;

/** A connector that broke may have sent something before: nobody knows what became of it. */
const broken = (): UnknownOutcome => ({
  kind: "unknown",
  reason: "garbage",
  upstreamIntentId: null,
  upstreamAttemptId: null,
  exchanges: [],
});

/** The outcome of any call to a gateway about a payment or one of its refunds. */
export type AnyGatewayOutcome = GatewayOutcome | RefundOutcome | RefundQueryOutcome;

type ConnectorCall<H> = (connector: Connector, account: OpenedGatewayAccount) => Promise<H>;

/** Queries are made whatever happened meanwhile. */
const always = async () => true;

/**
 * Makes one call for an attempt, outside every transaction, and counts it towards the health of the account. It always
 * answers: what cannot be told is unknown.
 */
export const callGatewayFor = <H extends AnyGatewayOutcome>(
  node: OrderNode,
  attempt: AttemptRow,
  call: ConnectorCall<H>,
) => callUnlessSuperseded(node, attempt, always, call) as Promise<H | NotProcessedOutcome | UnknownOutcome>;

/**
 * {@link callGatewayFor} for what may be overtaken in the queue of the account: a call that waited is made if it is `wanted`
 * still. No call is made for an attempt that is not as it was written: its numbers may be those of somebody else's money.
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
 * Refuses with `coinOrder.altered`, and tells people, where what is reserved for an order is not as it was written: nothing
 * would be asked of its gateway, and whoever asks has to learn that nothing happens.
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
      // Nothing is sent yet: a database that is away is waited for, so that nobody takes it for sent.
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

/** Counts what a gateway answered. What we refused ourselves before anything was sent says nothing of it. */
function count({ platform }: OrderNode, attempt: AttemptRow, outcome: AnyGatewayOutcome): void {
  if (outcome.exchanges.length === 0) return;
  recordCall(platform, attempt.gatewayAccountId, {
    outcome: healthOf(outcome),
    latencyMs: Math.round(latencyOf(outcome)),
    isMisconfigured: outcome.kind === "error" && outcome.code === "configuration_error",
  });
}

/** An attempt to send, with what of its order the gateway needs. */
export interface AttemptToSend {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  /** Whether its card paid at the merchant before, where that was read: it waits for no other payment by it then. */
  readonly isCardKnown?: boolean | undefined;
  /** The account it goes to, where it was read with what was written. */
  readonly sealed?: SealedAccount | undefined;
  readonly particulars: Pick<
    OrderParticulars,
    "returnUrl" | "deviceId" | "userAgent" | "payerName" | "descriptor" | "ipCountry"
  >;
}

/** Whether an attempt is the one that is being sent still: given up or taken for lost, it might be paid twice. */
export const isSubmitting =
  ({ db }: OrderNode, { merchantId, orderId, id: attemptId }: AttemptRow) =>
  async (): Promise<boolean> =>
    (await readAttempt(db, { merchantId, orderId, attemptId }))?.status === "submitting";

/** Sends an attempt to its gateway; answers nothing where the attempt was closed while it waited for its turn. */
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
    // A process that stood still may wake up when others have given its call up.
    { sealed, isStale: () => Date.parse(attempt.nextQueryTime ?? "") <= node.clock.now().getTime() },
  );
