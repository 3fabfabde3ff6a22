import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { sysAuthMessages } from "@countinghouse/contract/system/auth/auth.messages.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { stepUpWindowMs } from "../../../platform/access/permission.ts";
import type { Context } from "../../../platform/http/context.ts";
import { recordSecurityEvent } from "../session/index.ts";
import {
  confirmTotp,
  countRecoveryCodes,
  findTotp,
  insertPasskey,
  passkeysOf,
  removePasskey,
  removeTotp,
  replaceRecoveryCodes,
  type StoredPasskey,
} from "./factors.store.ts";
import { askForNewPasskey, checkNewPasskey } from "./passkey.service.ts";
import { codeWrong } from "./second-factor.service.ts";
import { factorsOf, isFactorRequired } from "./sign-in.service.ts";
import type { SignInServices } from "./sign-in-services.service.ts";
import { dropTickets } from "./tickets.store.ts";
import { isTotpCode, keepTotpSecret, newRecoveryCodes, newTotpSecret } from "./totp.service.ts";

type Operations = typeof sysAuth.operations;

const mostPasskeys = 10;
/** An enrolment must be confirmed within ten minutes, in milliseconds. */
const enrolmentMs = 600_000;

const toPasskey = ({ id, name, createdAt, lastUsedAt }: StoredPasskey) => ({
  id,
  name,
  createTime: createdAt,
  lastUsedTime: lastUsedAt,
});

export const listPasskeys = async (ctx: Context) => (await passkeysOf(ctx.db, ctx.actor.userId)).map(toPasskey);

/** The caller's factors, and how long the last confirmation remains valid. */
export async function summariseFactors(ctx: Context) {
  const { userId, provenAt } = ctx.actor;
  const totp = await findTotp(ctx.db, userId);
  const until = provenAt ? provenAt.getTime() + stepUpWindowMs : 0;
  return {
    totp: totp?.confirmedAt != null,
    passkeys: await listPasskeys(ctx),
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, userId),
    stepUpUntil: until > ctx.now.getTime() ? new Date(until).toISOString() : null,
    required: await isFactorRequired(ctx),
  };
}

/** After a change of factors, other sessions and unfinished sign-ins end, and this session gets a new token. */
async function settleChange(
  services: SignInServices,
  ctx: Context,
  kind: "factorAdded" | "factorRemoved",
  factor: string,
): Promise<void> {
  const { userId, tenantId, sessionId } = ctx.actor;
  const at = ctx.now.toISOString();
  await dropTickets(ctx.db, userId);
  await recordSecurityEvent(ctx, { kind, userId, tenantId, sessionId, detail: { factor } });
  ctx.recordChange({
    table: "factors",
    id: userId,
    before: kind === "factorRemoved" ? { factor } : null,
    after: kind === "factorAdded" ? { factor } : null,
  });
  await services.sessions.endAllOf(ctx, userId, "changed", sessionId);
  await services.sessions.raise(ctx, { provenAt: at, ...(kind === "factorAdded" ? { secondFactorAt: at } : {}) });
}

export async function totpEnrol(services: SignInServices, ctx: Context) {
  const held = await findTotp(ctx.db, ctx.actor.userId);
  if (held?.confirmedAt) throw refuse("sysAuth.totpExists");
  const made = newTotpSecret(ctx.actor.account);
  await keepTotpSecret(services, ctx, ctx.actor.userId, made.secret);
  return made;
}

export async function totpConfirm(
  services: SignInServices,
  ctx: Context,
  { code }: InputOf<Operations["totpConfirm"]>,
) {
  const { userId } = ctx.actor;
  const started = await findTotp(ctx.db, userId);
  if (started?.confirmedAt) throw refuse("sysAuth.totpExists");
  if (!started || ctx.now.getTime() - Date.parse(started.createdAt) > enrolmentMs)
    throw refuse("sysAuth.totpNotStarted");
  if (!(await isTotpCode(services, ctx, userId, code))) throw codeWrong();
  await confirmTotp(ctx.db, userId, ctx.now);
  const recoveryCodes = await newRecoveryCodes(services, ctx, userId);
  await settleChange(services, ctx, "factorAdded", "totp");
  return { recoveryCodes };
}

/** Refuses to remove the last factor of a user who must have one. Recovery codes are removed with the last factor. */
async function afterRemoval(services: SignInServices, ctx: Context, factor: string): Promise<null> {
  const left = await factorsOf(ctx, ctx.actor.userId);
  if (left.length === 0) {
    if (await isFactorRequired(ctx)) throw refuse("sysAuth.lastFactor");
    await replaceRecoveryCodes(ctx.db, ctx.actor.userId, []);
  }
  await settleChange(services, ctx, "factorRemoved", factor);
  return null;
}

export async function totpRemove(services: SignInServices, ctx: Context): Promise<null> {
  await removeTotp(ctx.db, ctx.actor.userId);
  return afterRemoval(services, ctx, "totp");
}

const assertRoom = (passkeys: readonly unknown[]): void => {
  if (passkeys.length >= mostPasskeys) throw refuse("sysAuth.tooManyPasskeys", { count: mostPasskeys });
};

export async function passkeyRegisterOptions(services: SignInServices, ctx: Context) {
  assertRoom(await passkeysOf(ctx.db, ctx.actor.userId));
  return { options: await askForNewPasskey(services, ctx, ctx.actor.sessionId) };
}

export async function passkeyRegister(
  services: SignInServices,
  ctx: Context,
  { name, passkey }: InputOf<Operations["passkeyRegister"]>,
) {
  assertRoom(await passkeysOf(ctx.db, ctx.actor.userId));
  const credential = await checkNewPasskey(services, ctx, ctx.actor.sessionId, passkey);
  const stored = await insertPasskey(ctx.db, {
    id: credential.id,
    userId: ctx.actor.userId,
    name,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: JSON.stringify(credential.transports ?? []),
    createdAt: ctx.now.toISOString(),
  });
  await settleChange(services, ctx, "factorAdded", "passkey");
  return toPasskey(stored);
}

export async function passkeyRemove(
  services: SignInServices,
  ctx: Context,
  { id }: InputOf<Operations["passkeyRemove"]>,
): Promise<null> {
  if (!(await removePasskey(ctx.db, ctx.actor.userId, id))) {
    const what = sysAuthMessages[ctx.request.locale].fields.passkey;
    throw refuse("platform.notFound", { what, id });
  }
  return afterRemoval(services, ctx, "passkey");
}

export async function renewRecoveryCodes(services: SignInServices, ctx: Context) {
  if ((await factorsOf(ctx, ctx.actor.userId)).length === 0) throw refuse("sysAuth.factorNeeded");
  const recoveryCodes = await newRecoveryCodes(services, ctx, ctx.actor.userId);
  await recordSecurityEvent(ctx, {
    kind: "factorAdded",
    userId: ctx.actor.userId,
    sessionId: ctx.actor.sessionId,
    detail: { factor: "recovery" },
  });
  return { recoveryCodes };
}
