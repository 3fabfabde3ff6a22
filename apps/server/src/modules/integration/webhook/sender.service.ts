import { defaultLocale, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { systemActor } from "../../../platform/access/actor.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context, RequestFacts } from "../../../platform/http/context.ts";
import type { JobRuntime } from "../../../platform/jobs/job-context.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { isGone, isHopeless, isSuccess, nextStep } from "./delivery.policy.ts";
import { readNotification } from "./delivery.store.ts";
import { announceSwitchedOff } from "./endpoint-notice.service.ts";
import { sendQueue } from "./merchant-event.store.ts";
import { messageOf, reachableHostsOf, type SendResult, sendMessage, validSecrets } from "./notification.service.ts";
import {
  claimDue,
  type DueDelivery,
  type EndpointKey,
  keepLease,
  noteHealth,
  openDeliveriesOf,
  readEndpoint,
  recordTry,
  releaseLease,
  requeueInterrupted,
  type SenderEndpoint,
  switchOff,
  takeLease,
  wasDelivered,
} from "./sender.store.ts";

/** The queue whose jobs send given deliveries again. */
export const resendQueue = "webhook-resend";

/** What sending stands on. */
export interface SenderServices {
  readonly spine: JobRuntime;
  readonly ring: KeyRing;
  readonly testHosts: readonly string[];
  /** The language the product tells people in who did not ask. */
  readonly locale: Locale;
  /** Random jitter between -1 and 1 for each delay. */
  jitter(): number;
  /** An app's signing secrets, current one first; they also sign notifications to its orders' own URLs. */
  appSecrets(app: { readonly appId: string; readonly mode: "live" | "test" }): Promise<readonly string[]>;
}

/** One run of the sender for one endpoint. */
export interface SenderRun extends EndpointKey {
  /** Identifies the run; a restarted run continues its lease. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** How long the run may occupy its worker, in milliseconds, before others get a turn. */
  readonly turnMs: number;
}

interface SenderRound {
  readonly endpoint: SenderEndpoint;
  readonly deliveries: readonly DueDelivery[];
}

const requestOf = ({ owner }: SenderRun): RequestFacts => ({
  id: owner,
  method: "JOB",
  path: sendQueue,
  ip: "",
  userAgent: "",
  locale: defaultLocale,
  queryNames: [],
  headers: {},
});

const inTransaction = <R>({ spine }: SenderServices, run: SenderRun, work: (ctx: Context) => Promise<R>): Promise<R> =>
  transact(spine, { actor: systemActor, request: requestOf(run) }, work);

/**
 * Sends an endpoint's due deliveries, as many at once as it allows, and schedules a wake-up for later ones. One run at
 * a time holds an endpoint's lease, over all nodes; deliveries that a crashed run was sending are sent again by the
 * next.
 */
export async function sendDue(services: SenderServices, run: SenderRun): Promise<void> {
  const isMine = await inTransaction(services, run, async ({ db, now }) => {
    if (!(await takeLease(db, run, run.owner, now))) return false;
    await requeueInterrupted(db, run);
    return true;
  });
  if (!isMine) return;
  const began = performance.now();
  for (;;) {
    const isTurnOver = run.signal.aborted || performance.now() - began >= run.turnMs;
    const round = await inTransaction(services, run, (ctx) =>
      isTurnOver ? yieldTurn(ctx, run) : claimRound(ctx, run),
    );
    if (!round) return;
    await Promise.all(round.deliveries.map((delivery) => tryOnce(services, run, round.endpoint, delivery)));
  }
}

async function yieldTurn(ctx: Context, run: SenderRun): Promise<undefined> {
  await releaseLease(ctx.db, run, run.owner, null);
  await ctx.enqueue({ queue: sendQueue, data: { merchantId: run.merchantId, endpointId: run.endpointId } });
}

/**
 * Claims the next deliveries; undefined where there are none, or the endpoint is disabled. The endpoint's state stays
 * locked until commit, so that a delivery added meanwhile wakes a run that finds it.
 */
async function claimRound(ctx: Context, run: SenderRun): Promise<SenderRound | undefined> {
  const { db, now } = ctx;
  if (!(await keepLease(db, run, run.owner, now))) return undefined;
  const endpoint = await readEndpoint(db, run);
  if (endpoint?.status !== "enabled") {
    await releaseLease(db, run, run.owner, null);
    return undefined;
  }
  const deliveries = await claimDue(db, run, { owner: run.owner, now, limit: endpoint.maxInFlight });
  if (deliveries.length > 0) return { endpoint, deliveries };
  await releaseLease(db, run, run.owner, await askForWaking(ctx, run));
  return undefined;
}

/** Schedules a run for the next due delivery, unless one is scheduled; answers when that is due. */
async function askForWaking({ db, now, enqueue }: Context, run: SenderRun): Promise<string | null> {
  const { nextTime, wakeAt } = await openDeliveriesOf(db, run);
  if (nextTime === null) return null;
  const isAsked = wakeAt !== null && Date.parse(wakeAt) > now.getTime() && Date.parse(wakeAt) <= Date.parse(nextTime);
  if (isAsked) return wakeAt;
  const startAfterSeconds = Math.max(1, Math.ceil((Date.parse(nextTime) - now.getTime()) / 1000));
  const data = { merchantId: run.merchantId, endpointId: run.endpointId };
  await enqueue({ queue: sendQueue, data, startAfterSeconds });
  return new Date(now.getTime() + startAfterSeconds * 1000).toISOString();
}

async function tryOnce(
  services: SenderServices,
  run: SenderRun,
  endpoint: SenderEndpoint,
  delivery: DueDelivery,
): Promise<void> {
  const { spine, testHosts } = services;
  const told = await readNotification(spine.db, { merchantId: run.merchantId, eventId: delivery.eventId });
  const at = spine.clock.now();
  const secrets = await secretsFor(services, endpoint, at);
  const message = messageOf(endpoint, told, { secrets, at, number: delivery.attemptCount + 1 });
  const began = performance.now();
  const url = delivery.url ?? endpoint.url;
  const sent = await trySending(secrets, {
    url,
    reach: reachableHostsOf(endpoint.mode, testHosts),
    headers: message.headers,
    body: message.body,
    timeoutMs: endpoint.timeoutSeconds * 1000,
    signal: run.signal,
  });
  // A stopping node does not know whether its message arrived: the next run sends it again.
  if (run.signal.aborted && sent.httpStatus === null) return;
  const latencyMs = Math.round(performance.now() - began);
  const tried = { url, at, signature: message.signature, latencyMs, sent };
  await inTransaction(services, run, (ctx) => settleTry(ctx, services, run, { endpoint, delivery, ...tried }));
}

/** The secrets that sign messages to an endpoint now. */
async function secretsFor(
  { ring, appSecrets }: SenderServices,
  endpoint: SenderEndpoint,
  at: Date,
): Promise<readonly string[]> {
  const { kind, appId, mode } = endpoint;
  return kind === "per_order" && appId !== null ? appSecrets({ appId, mode }) : validSecrets(ring, endpoint, at);
}

/** Sends signed messages only. */
const trySending = async (secrets: readonly string[], post: Parameters<typeof sendMessage>[0]): Promise<SendResult> =>
  secrets.length === 0 ? { httpStatus: null, head: null, error: "noSecret" } : sendMessage(post);

interface TriedDelivery {
  readonly endpoint: SenderEndpoint;
  readonly delivery: DueDelivery;
  readonly url: string;
  readonly at: Date;
  readonly signature: string;
  readonly latencyMs: number;
  readonly sent: SendResult;
}

/** Records a try and its consequences, all or nothing. */
async function settleTry(ctx: Context, services: SenderServices, run: SenderRun, tried: TriedDelivery): Promise<void> {
  const { endpoint, delivery, url, at, signature, latencyMs, sent } = tried;
  const { db, now } = ctx;
  const { httpStatus, head, error } = sent;
  const standing = {
    scheduleStep: delivery.scheduleStep,
    isManual: delivery.isManual,
    wasDelivered: delivery.isManual && (await wasDelivered(db, run.merchantId, delivery.id)),
  };
  const step = nextStep(standing, { httpStatus, at }, services.jitter());
  const isMine = await recordTry(
    db,
    run,
    {
      deliveryId: delivery.id,
      at,
      url,
      signature,
      httpStatus,
      latencyMs,
      responseHead: head,
      error,
      isManual: delivery.isManual,
      isSuccess: isSuccess(httpStatus),
    },
    { owner: run.owner, step, now },
  );
  const health = await noteHealth(db, run, isSuccess(httpStatus), now);
  if (isMine && step.status === "dead") await reportDead(ctx, tried);
  // One unreachable shop says nothing about other orders' URLs.
  if (endpoint.kind === "per_order") return;
  const reason = isGone(httpStatus) ? "gone" : isHopeless(health, now) ? "failing" : undefined;
  if (reason && (await switchOff(db, run, reason, now))) {
    await announceSwitchedOff(ctx, endpoint, reason, services.locale);
  }
}

/** Reports a dead delivery in the inbox, from where it can be sent again. */
const reportDead = (ctx: Context, { endpoint, delivery, url, sent }: TriedDelivery): Promise<void> =>
  recordException(ctx, {
    source: "outbound_webhook",
    eventType: "webhook.send",
    level: "warning",
    message: `Webhooks to ${url} were given up: ${sent.httpStatus === null ? sent.error : `HTTP ${sent.httpStatus}`}`,
    objectType: "webhook",
    objectId: delivery.id,
    merchantId: endpoint.merchantId,
    payload: { eventId: delivery.eventId, endpointId: endpoint.id, httpStatus: sent.httpStatus, error: sent.error },
    retry: { queue: resendQueue, data: { merchantId: endpoint.merchantId, ids: [delivery.id] } },
  });
