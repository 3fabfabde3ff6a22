import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sameSecret, sha256 } from "../../../platform/crypto/digest.ts";
import { randomSecret } from "../../../platform/crypto/random.ts";
import type { Context } from "../../../platform/http/context.ts";
import { deviceOf, findPerson, placeOf } from "../session/index.ts";
import { qrLimit, qrStateLimit } from "./attempts.policy.ts";
import { countOrRefuse } from "./attempts.service.ts";
import { findQr, insertQr, moveQr, type QrSignIn, takeConfirmedQr } from "./qr-sign-in.store.ts";
import { continueSignIn } from "./sign-in.service.ts";
import type { SignInServices } from "./sign-in-services.service.ts";

type Operations = typeof sysAuth.operations;

const lifeSeconds = 60;

const gone = () => refuse("sysAuth.qrGone");

/** Starts a sign-in by QR code. The token is shown as the code; the waiting secret stays in the page. */
export async function qrStart(ctx: Context) {
  await countOrRefuse(ctx, qrLimit, ctx.request.ip);
  const qrToken = randomSecret(16);
  const waitSecret = randomSecret(32);
  await insertQr(ctx.db, {
    hash: sha256(qrToken),
    waitHash: sha256(waitSecret),
    ip: ctx.request.ip,
    place: await placeOf(ctx.request.ip, ctx.request.locale),
    ...deviceOf(ctx.request.userAgent),
    expiresAt: new Date(ctx.now.getTime() + lifeSeconds * 1000).toISOString(),
  });
  return { qrToken, waitSecret, expirySeconds: lifeSeconds };
}

/** State for the waiting page; once confirmed, the sign-in continues there, including the second factor. */
export async function qrState(
  services: SignInServices,
  ctx: Context,
  { qrToken, waitSecret }: InputOf<Operations["qrState"]>,
) {
  await countOrRefuse(ctx, qrStateLimit, ctx.request.ip);
  const hash = sha256(qrToken);
  const qr = await findQr(ctx.db, hash);
  const isOurs = qr !== undefined && sameSecret(qr.waitHash, sha256(waitSecret));
  if (!isOurs || Date.parse(qr.expiresAt) <= ctx.now.getTime()) return { state: "expired" as const, signIn: null };
  if (qr.state !== "confirmed") return { state: qr.state, signIn: null };
  const taken = await takeConfirmedQr(ctx.db, hash, qr.waitHash, ctx.now);
  const person = taken?.userId == null ? undefined : await findPerson(ctx.db, taken.userId);
  if (!person?.mayEnter) return { state: "expired" as const, signIn: null };
  return {
    state: "confirmed" as const,
    signIn: await continueSignIn(services, ctx, { person, method: "qr", hasSecondFactor: false }),
  };
}

/** Shows the phone's owner who requests the sign-in. */
export async function qrScan(ctx: Context, { qrToken }: InputOf<Operations["qrScan"]>) {
  const set = { state: "scanned", scannedBy: ctx.actor.userId } as const;
  const qr = await moveQr(ctx.db, { hash: sha256(qrToken), from: "waiting", now: ctx.now, set });
  if (!qr) throw gone();
  const { ip, place, browser, os } = qr;
  return {
    ip,
    place,
    browser,
    os,
    expirySeconds: Math.max(0, Math.ceil((Date.parse(qr.expiresAt) - ctx.now.getTime()) / 1000)),
  };
}

/** Answers a scanned request; only the user who scanned it may. */
export async function answerQr(ctx: Context, qrToken: string, state: "confirmed" | "rejected"): Promise<null> {
  const { userId } = ctx.actor;
  const set: Partial<QrSignIn> = { state, ...(state === "confirmed" ? { userId } : {}) };
  const moved = await moveQr(ctx.db, { hash: sha256(qrToken), from: "scanned", scannedBy: userId, now: ctx.now, set });
  if (!moved) throw gone();
  return null;
}
