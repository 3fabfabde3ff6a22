import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { estimateGuesses } from "../../../platform/crypto/guess-estimator.ts";
import type { StoredPassword } from "../../../platform/crypto/password-hash.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingsOf } from "../../settings/config/index.ts";
import { isPasswordOfDirectory, linkInForce } from "../directory/index.ts";
import { findPerson, inTransaction, recordSecurityEvent, type SignInPerson } from "../session/index.ts";
import { accountRulesOf, countAccountTry } from "./attempts.service.ts";
import { forgetTries } from "./attempts.store.ts";
import { earlierPasswords, findCredential, savePassword, storedOf } from "./credentials.store.ts";
import { assertPassword, type PasswordProfile, passwordsRemembered } from "./password.policy.ts";
import { accountKeyOf } from "./sign-in.service.ts";
import { type SignInServices, withHashing } from "./sign-in-services.service.ts";
import { dropTickets } from "./tickets.store.ts";

type Operations = typeof sysAuth.operations;
type Db = Context["db"];

const productName = "countinghouse";

export const passwordWrong = (field = "password") => refuse("sysAuth.passwordWrong", {}, { field });

/** Refuses a password that violates the rules or was used recently. */
async function assertNewPassword(
  services: SignInServices,
  ctx: Context,
  person: SignInPerson,
  password: string,
): Promise<void> {
  const { sys_password_profile: profile, sys_web_title: title } = await settingsOf(ctx, [
    "sys_password_profile",
    "sys_web_title",
  ]);
  const names = [
    person.account,
    person.realName,
    person.nickName ?? "",
    person.phone ?? "",
    person.tenantName,
    title,
    productName,
  ];
  assertPassword(password, { profile: profile as PasswordProfile, names, estimate: estimateGuesses });
  const present = storedOf(await findCredential(ctx.db, person.id));
  const earlier: StoredPassword[] = [...(present ? [present] : []), ...(await earlierPasswords(ctx.db, person.id))];
  for (const stored of earlier) {
    if (await withHashing(services.keys.passwords.matches(password, stored))) {
      throw refuse("sysAuth.passwordUsedBefore", { count: passwordsRemembered });
    }
  }
}

/**
 * Sets a user's chosen password and ends every other session. `claim` consumes the ticket that allowed it, in the same
 * transaction.
 */
export async function setOwnPassword(
  services: SignInServices,
  ctx: Context,
  person: SignInPerson,
  password: string,
  claim: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  await assertNewPassword(services, ctx, person, password);
  const stored = await withHashing(services.keys.passwords.hash(password));
  await inTransaction(ctx.db, async (db) => {
    await claim(db);
    await savePassword(db, { userId: person.id, stored, mustChange: false, expiresAt: null, now: ctx.now });
    await dropTickets(db, person.id);
    const inside = { ...ctx, db };
    await recordSecurityEvent(inside, { kind: "passwordChanged", userId: person.id, tenantId: person.tenantId });
    await services.sessions.endAllOf(inside, person.id, "changed", ctx.actor.sessionId);
  });
}

async function isOwnOfOurs(
  services: SignInServices,
  ctx: Context,
  password: string,
  isAllowed: boolean,
): Promise<boolean> {
  const credential = await findCredential(ctx.db, ctx.actor.userId);
  return withHashing(services.keys.passwords.matches(password, isAllowed ? storedOf(credential) : undefined));
}

/** Verifies the caller's own password, here or at the directory, under the limits of signing in. */
export async function assertOwnPassword(
  services: SignInServices,
  ctx: Context,
  password: string,
  field = "password",
): Promise<void> {
  const accountKey = accountKeyOf(services, ctx.actor.account);
  const { isAllowed } = await countAccountTry(ctx, accountKey, (await accountRulesOf(ctx)).limit);
  const found = await linkInForce(ctx, ctx.actor.userId);
  const isRight = found
    ? isAllowed && (await isPasswordOfDirectory(services.platform, ctx, found, password))
    : await isOwnOfOurs(services, ctx, password, isAllowed);
  if (!isRight) {
    await recordSecurityEvent(ctx, { kind: "unlockRefused", userId: ctx.actor.userId, sessionId: ctx.actor.sessionId });
    throw passwordWrong(field);
  }
  await forgetTries(ctx.db, ["account"], accountKey);
}

/** Changes the caller's own password. */
export async function changePassword(
  services: SignInServices,
  ctx: Context,
  input: InputOf<Operations["changePassword"]>,
): Promise<null> {
  if (await linkInForce(ctx, ctx.actor.userId)) throw refuse("sysAuth.passwordOfDirectory");
  await assertOwnPassword(services, ctx, input.oldPassword, "oldPassword");
  const person = await findPerson(ctx.db, ctx.actor.userId);
  if (!person) throw passwordWrong("oldPassword");
  await setOwnPassword(services, ctx, person, input.newPassword);
  await services.sessions.raise(ctx, { provenAt: ctx.now.toISOString() });
  return null;
}
