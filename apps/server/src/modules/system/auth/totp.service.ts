import { Secret, TOTP } from "otpauth";
import { randomSymbols } from "../../../platform/crypto/random.ts";
import { isSealedByOldKey, open, seal } from "../../../platform/crypto/sealing.ts";
import type { Context } from "../../../platform/http/context.ts";
import {
  findTotp,
  replaceRecoveryCodes,
  resealTotp,
  startTotp,
  useRecoveryCode,
  useTotpStep,
} from "./factors.store.ts";
import { keyedDigest, keyedDigests, type SignInServices } from "./sign-in-services.service.ts";

const period = 30;
const recoveryAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const recoveryCodeCount = 10;

const bindingOf = (userId: number): string => `totp:${userId}`;

const generatorOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: "Countinghouse", label, algorithm: "SHA1", digits: 6, period, secret: Secret.fromBase32(secret) });

/** A new secret for an authenticator app: as text and as an `otpauth:` URI for a QR code. */
export function newTotpSecret(account: string): { readonly secret: string; readonly uri: string } {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: generatorOf(secret, account).toString() };
}

/** The time step of a code (RFC 6238), tolerating one step either way; undefined for an invalid code. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = generatorOf(secret, "").validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period) + delta;
}

/** Starts an enrolment; the secret becomes valid once a code of it was entered. */
export async function keepTotpSecret(
  services: SignInServices,
  ctx: Pick<Context, "db" | "now">,
  userId: number,
  secret: string,
): Promise<void> {
  await startTotp(ctx.db, userId, seal(services.keys.ring, secret, bindingOf(userId)), ctx.now);
}

/** Whether a code belongs to the user's secret and to an unused time step. */
export async function isTotpCode(
  services: SignInServices,
  ctx: Pick<Context, "db" | "now">,
  userId: number,
  code: string,
): Promise<boolean> {
  const factor = await findTotp(ctx.db, userId);
  if (!factor) return false;
  const secret = open(services.keys.ring, factor.sealed, bindingOf(userId));
  const step = stepOf(secret, code, ctx.now);
  if (step === undefined || !(await useTotpStep(ctx.db, userId, step))) return false;
  if (isSealedByOldKey(services.keys.ring, factor.sealed)) {
    await resealTotp(ctx.db, userId, seal(services.keys.ring, secret, bindingOf(userId)));
  }
  return true;
}

const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Creates ten recovery codes, replacing the old ones; shown once, stored as keyed digests. */
export async function newRecoveryCodes(
  services: SignInServices,
  ctx: Pick<Context, "db">,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomSymbols(recoveryAlphabet, 10));
  await replaceRecoveryCodes(
    ctx.db,
    userId,
    codes.map((code) => keyedDigest(services, `recovery:${userId}`, code)),
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Uses up a recovery code. */
export const isRecoveryCode = (
  services: SignInServices,
  ctx: Pick<Context, "db">,
  userId: number,
  code: string,
): Promise<boolean> => useRecoveryCode(ctx.db, userId, keyedDigests(services, `recovery:${userId}`, plain(code)));
