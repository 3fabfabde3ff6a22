import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isPasswordOfDirectory, linkInForce } from "../directory/index.ts";
import { findPersonByAccount } from "../session/index.ts";
import { canonicalAccount } from "./attempts.policy.ts";
import { accountRulesOf, countAccountTry, limitSource, needsPicture } from "./attempts.service.ts";
import { isUnderAlarm, takeBackTry } from "./attempts.store.ts";
import { assertCaptcha } from "./captcha.service.ts";
import { findCredential, rehashPassword, storedOf } from "./credentials.store.ts";
import {
  accountKeyOf,
  continueSignIn,
  type FirstFactorPassed,
  noteRefusal,
  passesSignIn,
  type SignInAnswer,
  signInFailed,
} from "./sign-in.service.ts";
import { type SignInServices, withHashing } from "./sign-in-services.service.ts";

type LoginInput = InputOf<typeof sysAuth.operations.login>;

/**
 * A sign-in try. An encrypted password costs processor time to decrypt: it is decrypted after the limits were checked.
 */
type PasswordTry = Omit<LoginInput, "password"> & { readonly password: string | (() => string) };

/**
 * Signs in by account and password. Unknown, disabled and locked accounts behave like a wrong password: counted before
 * the check, with the same hashing and the same answer.
 */
export const signInByPassword = async (
  services: SignInServices,
  ctx: Context,
  input: PasswordTry,
): Promise<SignInAnswer> => continueSignIn(services, ctx, await provenByPassword(services, ctx, input));

/** Whether the password alone would sign the user in; under the same limits, and without a session. */
export const isLetInByPassword = async (services: SignInServices, ctx: Context, input: LoginInput): Promise<boolean> =>
  passesSignIn(services, ctx, await provenByPassword(services, ctx, input));

async function provenByPassword(
  services: SignInServices,
  ctx: Context,
  input: PasswordTry,
): Promise<FirstFactorPassed> {
  // During an alarm everybody needs a captcha: calls without one cost a look-up each.
  const isAlarmed = await isUnderAlarm(ctx.db, ctx.now);
  if (isAlarmed && !input.codeId) await assertCaptcha(services, ctx, input);
  await limitSource(ctx);
  const accountKey = accountKeyOf(services, input.account);
  const rules = await accountRulesOf(ctx);
  const { limit } = rules;
  if ((await needsPicture(ctx, accountKey, rules)) || isAlarmed) await assertCaptcha(services, ctx, input);
  const password = typeof input.password === "string" ? input.password : input.password();
  const standing = await countAccountTry(ctx, accountKey, limit);
  const person = await findPersonByAccount(ctx.db, [
    canonicalAccount(input.account),
    input.account.trim().toLowerCase(),
  ]);
  const found = person && (await linkInForce(ctx, person.id));
  // Queried for unknown names too, so that both paths take equally long.
  const credential = found ? undefined : await findCredential(ctx.db, person?.id ?? 0);
  const isHere = standing.isAllowed && person?.mayEnter === true;
  const isOpen = isHere && (found !== undefined || isCurrent(credential?.expiresAt, ctx.now));
  const stored = isOpen ? storedOf(credential) : undefined;
  // A directory user has no local password: none is checked, even if the directory is unavailable. The hash is computed
  // all the same, so that timing does not reveal directory users.
  const [isOfDirectory, isOwn] = await Promise.all([
    found !== undefined && isOpen && isPasswordOfDirectory(services.platform, ctx, found, password),
    withHashing(services.keys.passwords.matches(password, found ? undefined : stored)),
  ]);
  const isRight = found ? isOfDirectory : isOwn;
  if (!isRight || !person || !isOpen) {
    await noteRefusal(ctx, { person, accountKey, reason: standing.isAllowed ? "notAccepted" : "locked" });
    throw signInFailed();
  }
  await takeBackTry(ctx.db, limit, accountKey);
  if (stored && credential && services.keys.passwords.isOutdated(stored)) {
    await rehashPassword(ctx.db, credential, await withHashing(services.keys.passwords.hash(password)));
  }
  return { person, method: "password", hasSecondFactor: false };
}

/** A one-time password expires after a day; others do not expire. */
const isCurrent = (expiresAt: string | null | undefined, now: Date): boolean =>
  expiresAt === null || (expiresAt !== undefined && Date.parse(expiresAt) > now.getTime());
