import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { SignInResult } from "@countinghouse/contract/system/auth/sign-in.ts";
import type { z } from "zod";
import { tokenHeaders } from "../../../platform/http/authenticate.ts";
import type { Context } from "../../../platform/http/context.ts";
import { recordVisit } from "../../logs/log-vis/index.ts";
import { settingsOf } from "../../settings/config/index.ts";
import { isInDirectory, linkInForce } from "../directory/index.ts";
import { resolveAccess } from "../role/index.ts";
import {
  deviceOf,
  inTransaction,
  noteLastLogin,
  placeOf,
  recordSecurityEvent,
  type SignInMethod,
  type SignInPerson,
} from "../session/index.ts";
import { canonicalAccount } from "./attempts.policy.ts";
import { forgetTries } from "./attempts.store.ts";
import { findCredential } from "./credentials.store.ts";
import { countRecoveryCodes, findTotp, passkeysOf } from "./factors.store.ts";
import { keyedDigest, type SignInServices } from "./sign-in-services.service.ts";
import { issueTicket } from "./tickets.store.ts";

export type SignInAnswer = z.output<typeof SignInResult>;
type FactorMethod = "totp" | "passkey" | "recovery";

const signIn = 1;
const signOut = 2;

/** The key under which tries of an account are counted and logged. */
export const accountKeyOf = (services: SignInServices, account: string): string =>
  keyedDigest(services, "account", canonicalAccount(account));

/** The answer to every failed sign-in, whatever the reason. */
export const signInFailed = () => refuse("sysAuth.signInFailed");
export const ticketInvalid = () => refuse("sysAuth.ticketInvalid");

/** A user's factors for confirming a sign-in. */
export async function factorsOf(ctx: Pick<Context, "db">, userId: number): Promise<FactorMethod[]> {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp(ctx.db, userId),
    passkeysOf(ctx.db, userId),
    countRecoveryCodes(ctx.db, userId),
  ]);
  const strong: FactorMethod[] = [
    ...(totp?.confirmedAt ? (["totp"] as const) : []),
    ...(passkeys.length > 0 ? (["passkey"] as const) : []),
  ];
  // Recovery codes replace a lost factor; they are no factor by themselves.
  return strong.length > 0 && codes > 0 ? [...strong, "recovery"] : strong;
}

/** Whether a second factor is mandatory for everyone. */
export const isFactorRequired = async (ctx: Pick<Context, "db">): Promise<boolean> =>
  (await settingsOf(ctx, ["sys_second_ver"])).sys_second_ver;

/** Permissions for money, keys or other users' permissions. */
const reachesFar =
  /^(payout|cashout|refund|settlement|merBalance|sysUser|merchantStaff|sysRole|sysOpenAccess|sysConfig|sysTenant)/i;

async function hasFarReach(ctx: Pick<Context, "db">, userId: number): Promise<boolean> {
  const access = await resolveAccess(ctx, userId);
  return (
    access !== undefined &&
    (access.holdsAll || [...access.permissions].some((permission) => reachesFar.test(permission)))
  );
}

/** A user who passed the first factor. */
export interface FirstFactorPassed {
  readonly person: SignInPerson;
  readonly method: SignInMethod;
  /** A second factor was verified, or the first one combines two. */
  readonly hasSecondFactor: boolean;
}

/**
 * Continues after the first factor: to the second factor, its enrolment, a new password, or a session. Every sign-in
 * method ends here, so that none skips a step.
 */
export const continueSignIn = async (
  services: SignInServices,
  ctx: Context,
  passing: FirstFactorPassed,
): Promise<SignInAnswer> => {
  await assertStillInDirectory(services, ctx, passing);
  return (await missingStep(ctx, passing)) ?? enter(services, ctx, passing);
};

/**
 * A user removed from the directory cannot sign in by other methods either; for passwords the directory was asked just
 * before.
 */
async function assertStillInDirectory(
  services: SignInServices,
  ctx: Context,
  { person, method }: FirstFactorPassed,
): Promise<void> {
  if (method === "password") return;
  const found = await linkInForce(ctx, person.id);
  if (found && !(await isInDirectory(services.platform, ctx, found))) throw signInFailed();
}

/** The step missing before a session; undefined where none is. */
async function missingStep(ctx: Context, passing: FirstFactorPassed): Promise<SignInAnswer | undefined> {
  const { person, method, hasSecondFactor } = passing;
  if (!person.mayEnter) throw signInFailed();
  const base = { userId: person.id, method, secondFactor: hasSecondFactor };
  if (!hasSecondFactor) {
    const methods = await factorsOf(ctx, person.id);
    if (methods.length > 0) {
      const { ticket, expirySeconds } = await issueTicket(ctx.db, { ...base, step: "secondFactor" }, ctx.now);
      return { outcome: "secondFactor", mfaTicket: ticket, methods, expirySeconds };
    }
    // Whoever takes over a phone number receives its messages: alone they sign in nobody with sensitive permissions.
    if (method === "phone" && (await hasFarReach(ctx, person.id))) throw refuse("sysAuth.phoneNotEnough");
    if (await isFactorRequired(ctx)) {
      const { ticket, expirySeconds } = await issueTicket(ctx.db, { ...base, step: "enrolment" }, ctx.now);
      return { outcome: "enrolment", enrolmentTicket: ticket, expirySeconds };
    }
  }
  // A directory password is changed in the directory.
  const isOwn = method === "password" && !(await linkInForce(ctx, person.id));
  const credential = isOwn ? await findCredential(ctx.db, person.id) : undefined;
  if (credential?.mustChange) {
    const { ticket, expirySeconds } = await issueTicket(ctx.db, { ...base, step: "passwordChange" }, ctx.now);
    return { outcome: "passwordChange", passwordChangeTicket: ticket, expirySeconds };
  }
  return undefined;
}

/** Whether a user could sign in now: no session is opened, and no other one ends. */
export async function passesSignIn(
  services: SignInServices,
  ctx: Context,
  passing: FirstFactorPassed,
): Promise<boolean> {
  if (await missingStep(ctx, passing)) return false;
  const { person } = passing;
  await forgetTries(ctx.db, ["account"], accountKeyOf(services, person.account));
  await noteVisit(ctx, {
    person,
    visitType: signIn,
    status: 200,
    place: await placeOf(ctx.request.ip, ctx.request.locale),
  });
  return true;
}

/** Opens the session: the end of every successful sign-in. */
async function enter(services: SignInServices, ctx: Context, passing: FirstFactorPassed): Promise<SignInAnswer> {
  const { person } = passing;
  const place = await placeOf(ctx.request.ip, ctx.request.locale);
  const pair = await inTransaction(ctx.db, async (db) => {
    const inside = { ...ctx, db };
    const opened = await services.sessions.open(inside, { ...passing, place });
    const { browser, os } = deviceOf(ctx.request.userAgent);
    await noteLastLogin(db, person.id, {
      ip: ctx.request.ip,
      place,
      device: [browser, os].filter(Boolean).join(", "),
      now: ctx.now,
    });
    await noteVisit(inside, { person, visitType: signIn, status: 200, place });
    return opened;
  });
  await forgetTries(ctx.db, ["account"], accountKeyOf(services, person.account));
  await forgetTries(ctx.db, ["factor"], String(person.id));
  for (const [name, value] of Object.entries(tokenHeaders(pair))) ctx.setHeader(name, value);
  return { outcome: "signedIn", accessToken: pair.accessToken, refreshToken: pair.refreshToken };
}

interface VisitNote {
  readonly person: Pick<SignInPerson, "tenantId" | "account" | "realName"> | undefined;
  readonly account?: string;
  readonly visitType: typeof signIn | typeof signOut;
  readonly status: number;
  readonly place: string;
}

async function noteVisit(ctx: Context, { person, account, visitType, status, place }: VisitNote): Promise<void> {
  await recordVisit(ctx, {
    tenantId: person?.tenantId ?? null,
    visitType,
    account: person?.account ?? account ?? null,
    realName: person?.realName ?? null,
    status: String(status),
    actionName: ctx.request.path
      .replace(/^\/api\//, "")
      .replace("/", ":")
      .slice(0, 64),
    remoteIp: ctx.request.ip,
    location: place,
    ...deviceOf(ctx.request.userAgent),
    elapsed: null,
  });
}

/** Records a sign-out in the visit log. */
export async function noteSignOut(ctx: Context): Promise<void> {
  const place = await placeOf(ctx.request.ip, ctx.request.locale);
  await noteVisit(ctx, { person: ctx.actor, visitType: signOut, status: 200, place });
}

interface RefusedSignIn {
  readonly person: SignInPerson | undefined;
  readonly accountKey: string;
  readonly reason: string;
}

/** Records a refused sign-in in both logs. An unknown name is not stored in clear: it may be a mistyped password. */
export async function noteRefusal(ctx: Context, { person, accountKey, reason }: RefusedSignIn): Promise<void> {
  await recordSecurityEvent(ctx, {
    kind: "signInRefused",
    accountKey,
    ...(person ? { userId: person.id, tenantId: person.tenantId } : {}),
    detail: { reason },
  });
  const place = await placeOf(ctx.request.ip, ctx.request.locale);
  await noteVisit(ctx, { person, account: "?", visitType: signIn, status: 400, place });
}
