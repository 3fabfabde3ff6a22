import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { stepUpWindowMs } from "../../../platform/access/permission.ts";
import { sameSecret } from "../../../platform/crypto/digest.ts";
import { bearerToken } from "../../../platform/http/authenticate.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingsOf } from "../../settings/config/index.ts";
import { recordSecurityEvent } from "../session/index.ts";
import { renewalLimit } from "./attempts.policy.ts";
import { countOrRefuse } from "./attempts.service.ts";
import { assertOwnPassword } from "./own-password.service.ts";
import { askForPasskey } from "./passkey.service.ts";
import { codeWrong, proveFactor } from "./second-factor.service.ts";
import { factorsOf, noteSignOut } from "./sign-in.service.ts";
import type { SignInServices } from "./sign-in-services.service.ts";

type Operations = typeof sysAuth.operations;

/** Locks the session itself: until unlocked, the server refuses its other calls. */
export async function lockScreen(services: SignInServices, ctx: Context): Promise<null> {
  await services.sessions.change(ctx, { isLocked: true });
  return null;
}

/** Returns to the operator's own view, or leaves a tenant. */
export async function endView(services: SignInServices, ctx: Context): Promise<null> {
  await services.sessions.change(ctx, { viewMerchantId: null, viewUntil: null, visitTenantId: null, visitUntil: null });
  return null;
}

/** Unlocks with the password, counted like a sign-in. Afterwards the session has a new token. */
export async function unlockScreen(
  services: SignInServices,
  ctx: Context,
  { password }: InputOf<Operations["unLockScreen"]>,
): Promise<true> {
  const { sys_secret_in_query: mayBeInQuery } = await settingsOf(ctx, ["sys_secret_in_query"]);
  if (!mayBeInQuery && ctx.request.queryNames.includes("password")) throw refuse("sysAuth.queryPasswordOff");
  await assertOwnPassword(services, ctx, password);
  await services.sessions.raise(ctx, { isLocked: false });
  await recordSecurityEvent(ctx, { kind: "screenUnlocked", userId: ctx.actor.userId, sessionId: ctx.actor.sessionId });
  return true;
}

export async function stepUpOptions(services: SignInServices, ctx: Context) {
  const { sessionId, userId } = ctx.actor;
  return { options: await askForPasskey(services, ctx, { owner: sessionId, purpose: "stepUp" }, userId) };
}

/** Step-up authentication. A user with a second factor must use it; the password alone does not suffice then. */
export async function stepUp(
  services: SignInServices,
  ctx: Context,
  { password, method, code, passkey }: InputOf<Operations["stepUp"]>,
) {
  const { userId, sessionId } = ctx.actor;
  if (method) {
    const challenge = { userId, owner: sessionId, purpose: "stepUp" } as const;
    if (!(await proveFactor(services, ctx, challenge, { method, code, passkey }))) throw codeWrong();
  } else {
    if ((await factorsOf(ctx, userId)).length > 0 || !password) throw refuse("sysAuth.factorNeeded");
    await assertOwnPassword(services, ctx, password);
  }
  const at = ctx.now.toISOString();
  await services.sessions.raise(ctx, { provenAt: at, ...(method ? { secondFactorAt: at } : {}) });
  await recordSecurityEvent(ctx, { kind: "steppedUp", userId, sessionId, detail: { method: method ?? "password" } });
  return { expirySeconds: Math.round(stepUpWindowMs / 1000) };
}

/** Ends the session on all nodes, with all tokens of its family. */
export async function logout(services: SignInServices, ctx: Context): Promise<null> {
  await services.sessions.end(ctx, [ctx.actor.sessionId], "signedOut");
  await noteSignOut(ctx);
  ctx.setHeader("access-token", "invalid_token");
  ctx.setHeader("x-access-token", "");
  ctx.setHeader("clear-site-data", '"cache", "storage"');
  return null;
}

/**
 * A new refresh token for the calling session. The token in the query must be the one that authenticated the call, and
 * unexpired: a token found elsewhere yields none.
 */
export async function refreshToken(
  services: SignInServices,
  ctx: Context,
  { accessToken }: InputOf<Operations["refreshToken"]>,
): Promise<string> {
  await countOrRefuse(ctx, renewalLimit, ctx.actor.sessionId);
  const presented = bearerToken(ctx.request.headers.authorization) ?? "";
  const reading = await services.keys.tokens.read(presented, ctx.now);
  if (reading.state !== "valid" || !sameSecret(presented, accessToken)) throw refuse("sysAuth.tokenNotYours");
  return (await services.sessions.renewPair(ctx)).refreshToken;
}
