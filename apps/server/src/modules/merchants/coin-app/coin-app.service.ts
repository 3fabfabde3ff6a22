import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { type AppKey, type coinApp, secretOverlapHours } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { randomSecret, randomSymbols } from "../../../platform/crypto/random.ts";
import { seal } from "../../../platform/crypto/sealing.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { asJson } from "../../../platform/db/json-columns.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { withoutUndefined } from "../../../platform/db/without-undefined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { parsePublicUrl } from "../../../platform/outbound/public-fetch.ts";
import { lockMerchant } from "../merchant/index.ts";
import { type AppKeyRow, changeKey, insertKey, keysOf, lockKey } from "./app-key.store.ts";
import { firstPrivateAddress, secretBinding } from "./coin-app.policy.ts";
import { type CoinAppRow, changeApp, findApp, insertApp, lockApp } from "./coin-app.store.ts";

type Operations = typeof coinApp.operations;

const isPublic = (address: string): boolean => parsePublicUrl(address) !== undefined;

function assertPublic(addresses: Parameters<typeof firstPrivateAddress>[0]): void {
  const wrong = firstPrivateAddress(addresses, isPublic);
  if (wrong) throw refuse("coinApp.urlNotPublic", {}, { field: wrong });
}

const letters = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * Adds an app with a key for each mode. Test calls are accepted once there is a secret; live calls after activation.
 */
export async function addApp(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const { id: merchantId, tenantId } = await lockMerchant(ctx, input.merchantId);
  const made = { id: newId("app", ctx.now), appNo: businessNumber("AP", ctx.now), merchantId, tenantId };
  const app = await insertApp(ctx, { ...input, ...made });
  for (const mode of ["live", "test"] as const)
    await insertKey(ctx, {
      appKey: `ak_${mode}_${randomSymbols(letters, 24)}`,
      publishableKey: `pk_${mode}_${randomSymbols(letters, 24)}`,
      mode,
      appId: app.id,
      merchantId,
      tenantId,
      isEnabled: mode === "test",
    });
  return app.id;
}

export async function updateApp(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const { id, version, ...values } = input;
  const app = await lockApp(ctx, id, version);
  const live = await lockKey(ctx, id, "live");
  if (live.isEnabled) assertPublic({ ...app, ...withoutUndefined(values) });
  await changeApp(ctx, app, asJson("coinApps", values));
  return null;
}

export async function setAppStatus(ctx: Context, input: InputOf<Operations["setStatus"]>): Promise<null> {
  const app = await lockApp(ctx, input.id, input.version);
  if (app.status !== input.status) await changeApp(ctx, app, { status: input.status });
  return null;
}

const shownKey = (key: AppKeyRow, now: string): AppKey => ({
  ...key,
  scopes: key.scopes as AppKey["scopes"],
  previousUntil: key.previousUntil !== null && key.previousUntil > now ? key.previousUntil : null,
});

export async function readKeys(ctx: Context, { id }: { readonly id: string }): Promise<AppKey[]> {
  await findApp(ctx, id);
  return (await keysOf(ctx, id)).map((key) => shownKey(key, ctx.now.toISOString()));
}

async function lockAppKey(
  ctx: Context,
  { id, mode }: InputOf<Operations["rotateSecret"]>,
): Promise<{ app: CoinAppRow; key: AppKeyRow }> {
  const app = await lockApp(ctx, id);
  return { app, key: await lockKey(ctx, id, mode) };
}

export async function updateKey(ctx: Context, input: InputOf<Operations["updateKey"]>): Promise<null> {
  const { app, key } = await lockAppKey(ctx, input);
  const { isEnabled, scopes, allowedIps, expireTime } = input;
  if (expireTime && expireTime !== key.expireTime && Date.parse(expireTime) <= ctx.now.getTime())
    throw refuse("coinApp.expiryPast");
  if (isEnabled && !key.isEnabled && key.secretSealed === null) throw refuse("coinApp.noSecret");
  if (isEnabled && input.mode === "live") assertPublic(app);
  await changeKey(ctx, key, { isEnabled, scopes: [...scopes], allowedIps: [...allowedIps], expireTime });
  return null;
}

const hourMs = 3_600_000;

/** Creates secrets, encrypted with the installation's keys. */
export const rotateSecret =
  (ring: KeyRing) =>
  async (ctx: Context, input: InputOf<Operations["rotateSecret"]>): Promise<ResultOf<Operations["rotateSecret"]>> => {
    const { key } = await lockAppKey(ctx, input);
    const secret = `sk_${key.mode}_${randomSecret(32)}`;
    const until = new Date(ctx.now.getTime() + secretOverlapHours * hourMs).toISOString();
    const previousUntil = key.secretSealed === null ? null : until;
    await changeKey(ctx, key, {
      secretSealed: seal(ring, secret, secretBinding(key.appKey)),
      secretTime: ctx.now.toISOString(),
      secretUserId: ctx.actor.userId,
      previousSealed: key.secretSealed,
      previousUntil,
      previousUserId: key.secretUserId,
      generation: key.generation + 1,
    });
    return { secret, previousUntil };
  };

export async function endPreviousSecret(ctx: Context, input: InputOf<Operations["endPreviousSecret"]>): Promise<null> {
  const { key } = await lockAppKey(ctx, input);
  if (key.previousUntil === null || key.previousUntil <= ctx.now.toISOString()) throw refuse("coinApp.noPrevious");
  await changeKey(ctx, key, { previousSealed: null, previousUntil: null, previousUserId: null });
  return null;
}
