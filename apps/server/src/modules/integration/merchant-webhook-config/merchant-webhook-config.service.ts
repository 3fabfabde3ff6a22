import { endpointLifecycle } from "@countinghouse/contract/integration/merchant-webhook-config/endpoint.lifecycle.ts";
import {
  distinctEvents,
  endpointsMax,
  merchantWebhookConfig,
} from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { webhookVersion } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { EndpointStatus } from "@countinghouse/contract/integration/webhook/webhook-enumerations.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { randomSecret } from "../../../platform/crypto/random.ts";
import { seal } from "../../../platform/crypto/sealing.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { calledAs, parseReachable } from "../../../platform/outbound/outbound-post.ts";
import { findApp } from "../../merchants/coin-app/index.ts";
import { lockMerchant } from "../../merchants/merchant/index.ts";
import { reachableHostsOf, secretBinding, sendQueue } from "../webhook/index.ts";
import {
  countEndpoints,
  type EndpointIdentity,
  type EndpointRow,
  findTwin,
  forgetFailures,
  insertEndpoint,
  lockEndpoint,
  skipOpen,
  updateEndpoint,
} from "./merchant-webhook-config.store.ts";
import { replaySpan } from "./replay.store.ts";
import { sendSample } from "./sample.store.ts";

type Operations = typeof merchantWebhookConfig.operations;
type Named = InputOf<Operations["pause"]>;

/** What endpoints stand on besides the database. */
export interface EndpointServices {
  readonly ring: KeyRing;
  readonly testHosts: readonly string[];
}

/** The prefix identifies a secret found in a log. */
const newSecret = (): string => `whsec_${randomSecret(32)}`;
const overlapMs = 86_400_000;

/** A normalised endpoint address; refuses one that may not be called. */
function reachable({ testHosts }: EndpointServices, mode: "live" | "test", text: string): string {
  const url = parseReachable(text, reachableHostsOf(mode, testHosts));
  if (!url) throw refuse("merchantWebhookConfig.urlRefused");
  return calledAs(url);
}

/** The merchant of an endpoint: the caller's own, or the one an operator chose. */
function merchantOf({ actor }: Context, chosen: string | null | undefined): string {
  const own = isOfMerchant(actor) && actor.scope.merchantIds !== "all" ? actor.scope.merchantIds[0] : undefined;
  const merchantId = chosen ?? own;
  if (merchantId === undefined) throw refuse("merchantWebhookConfig.merchantMissing");
  return merchantId;
}

async function assertAppOf(ctx: Context, merchantId: string, appId: string): Promise<void> {
  if ((await findApp(ctx, appId)).merchantId !== merchantId) throw refuse("merchantWebhookConfig.appUnknown");
}

/**
 * Refuses a second endpoint for the same events at the same address, so that a retried request does not deliver
 * everything twice. The caller holds the merchant's lock, so nobody adds one meanwhile.
 */
async function assertOnlyOne(ctx: Context, place: EndpointIdentity, exceptId?: string): Promise<void> {
  const twin = await findTwin(ctx, place, exceptId);
  if (!twin) return;
  const extras = { endpointId: twin.id };
  throw refuse("merchantWebhookConfig.alreadyThere", twin, { extras });
}

export const addEndpoint = (services: EndpointServices) => async (ctx: Context, input: InputOf<Operations["add"]>) => {
  const url = reachable(services, input.mode, input.url);
  const { id: merchantId, tenantId } = await lockMerchant(ctx, merchantOf(ctx, input.merchantId));
  if (input.appId) await assertAppOf(ctx, merchantId, input.appId);
  const { events: types, customHeaders, ...settings } = input;
  const place = { merchantId, mode: input.mode, appId: input.appId ?? null, url };
  const events = distinctEvents(types);
  await assertOnlyOne(ctx, { ...place, events });
  if ((await countEndpoints(ctx, merchantId, input.mode)) >= endpointsMax)
    throw refuse("merchantWebhookConfig.tooMany", { max: endpointsMax });
  const id = newId("whe", ctx.now);
  const secret = newSecret();
  await insertEndpoint(ctx, {
    ...settings,
    ...place,
    id,
    tenantId,
    events: JSON.stringify(events),
    customHeaders: JSON.stringify(customHeaders),
    apiVersion: webhookVersion,
    secret: seal(services.ring, secret, secretBinding(id)),
  });
  return { id, secret };
};

export const changeEndpoint =
  (services: EndpointServices) =>
  async (ctx: Context, { id, version, events, customHeaders, ...settings }: InputOf<Operations["update"]>) => {
    const before = await lockEndpoint(ctx, id, version);
    const url = reachable(services, before.mode, settings.url);
    await lockMerchant(ctx, before.merchantId);
    await assertOnlyOne(ctx, { ...before, url, events }, id);
    await updateEndpoint(ctx, before, {
      ...settings,
      url,
      events: JSON.stringify(events),
      customHeaders: JSON.stringify(customHeaders),
    });
    return null;
  };

/** Changes to an endpoint by the API; omitted members stay. */
export interface EndpointChange {
  readonly id: string;
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly name?: string | undefined;
  /** Whether it receives events. */
  readonly status?: "enabled" | "disabled" | undefined;
}

/** Changes the given members of an endpoint, by the console's rules, all or nothing. */
export const patchEndpoint =
  (services: EndpointServices) =>
  async (ctx: Context, { id, status, url, events, name }: EndpointChange): Promise<null> => {
    const row = await lockEndpoint(ctx, id);
    const { timeoutSeconds, maxInFlight, customHeaders } = row;
    const settings = {
      name: name ?? row.name,
      url: url ?? row.url,
      events: distinctEvents(events ?? row.events),
    };
    await changeEndpoint(services)(ctx, { id, ...settings, timeoutSeconds, maxInFlight, customHeaders });
    if (status === undefined || status === row.status) return null;
    return status === "enabled" ? resumeEndpoint(ctx, { id }) : pauseEndpoint(ctx, { id });
  };

/**
 * Creates a new secret, which signs at once. The previous secret keeps signing until receivers have changed over, and
 * so does the one before it for the rest of its day.
 */
export const rotateSecret =
  ({ ring }: EndpointServices) =>
  async (ctx: Context, { id, version }: Named) => {
    const before = await lockEndpoint(ctx, id, version);
    const secret = newSecret();
    await updateEndpoint(ctx, before, {
      secret: seal(ring, secret, secretBinding(id)),
      previousSecret: before.secret,
      previousSecretExpireTime: new Date(ctx.now.getTime() + overlapMs).toISOString(),
      olderSecret: before.previousSecret,
      olderSecretExpireTime: before.previousSecretExpireTime,
    });
    return { secret };
  };

function refusalOfMove(ctx: Context, { status }: EndpointRow, action: "pause" | "resume"): Refusal {
  const { locale } = ctx.request;
  const state = EndpointStatus.memberOf(status)?.text[locale] ?? status;
  const word = merchantWebhookConfig.messages[locale].actions[action];
  return refuse("platform.wrongState", { action: word, state });
}

async function move(ctx: Context, { id, version }: Named, action: "pause" | "resume"): Promise<EndpointRow> {
  const before = await lockEndpoint(ctx, id, version);
  if (!allows(endpointLifecycle, before.status, action)) throw refusalOfMove(ctx, before, action);
  await updateEndpoint(ctx, before, { status: endpointLifecycle.actions[action].to, statusReason: null });
  return before;
}

export async function pauseEndpoint(ctx: Context, input: Named): Promise<null> {
  await move(ctx, input, "pause");
  return null;
}

/** Deliveries that waited when the endpoint was disabled continue where they stood. */
export async function resumeEndpoint(ctx: Context, input: Named): Promise<null> {
  const endpoint = await move(ctx, input, "resume");
  await forgetFailures(ctx, endpoint);
  await ctx.enqueue({ queue: sendQueue, data: { merchantId: endpoint.merchantId, endpointId: endpoint.id } });
  return null;
}

export async function deleteEndpoint(ctx: Context, { id, version }: Named): Promise<null> {
  const before = await lockEndpoint(ctx, id, version);
  await updateEndpoint(ctx, before, { status: "disabled", deleteTime: ctx.now.toISOString() });
  await skipOpen(ctx, before, "endpointDeleted");
  return null;
}

async function lockOn(ctx: Context, id: string): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(ctx, id);
  if (endpoint.status !== "enabled") throw refuse("merchantWebhookConfig.endpointOff", { name: endpoint.name });
  return endpoint;
}

/** Sends a sample event to an enabled endpoint; answers the event's id. */
export async function sendTest(ctx: Context, { id, eventType }: InputOf<Operations["test"]>): Promise<string> {
  const endpoint = await lockOn(ctx, id);
  if (endpoint.mode === "live" && eventType !== "test.ping") throw refuse("merchantWebhookConfig.pingOnly");
  return sendSample(ctx, endpoint, eventType);
}

export async function testEndpoint(ctx: Context, input: InputOf<Operations["test"]>): Promise<null> {
  await sendTest(ctx, input);
  return null;
}

export async function replayEvents(ctx: Context, input: InputOf<Operations["replay"]>): Promise<{ count: number }> {
  if (Date.parse(input.from) >= Date.parse(input.to)) throw refuse("merchantWebhookConfig.rangeReversed");
  const endpoint = await lockOn(ctx, input.id);
  return { count: await replaySpan(ctx, endpoint, input) };
}
