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

/** The name under which tries of an account are counted and logged. */
export const accountKeyOf = (services: SignInServices, account: string): string =>
  keyedDigest(services, "account", canonicalAccount(account));

/** The one answer to a sign-in that fails, whatever the reason. */
export const signInFailed = () => refuse("sysAuth.signInFailed");
export const ticketInvalid = () => refuse("sysAuth.ticketInvalid");

/** The factors a user can confirm a sign-in with. */
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
  // Recovery codes stand in for a lost factor; they are none by themselves.
  return strong.length > 0 && codes > 0 ? [...strong, "recovery"] : strong;
}

/** Whether everyone has to have a second factor. */
export const isFactorRequired = async (ctx: Pick<Context, "db">): Promise<boolean> =>
  (await settingsOf(ctx, ["sys_second_ver"])).sys_second_ver;

/** Rights that reach money, keys or other people's rights. */
const reachesFar =
  /^(payout|cashout|refund|settlement|merBalance|sysUser|merchantStaff|sysRole|sysOpenAccess|sysConfig|sysTenant)/i;

async function hasFarReach(ctx: Pick<Context, "db">, userId: number): Promise<boolean> {
  const access = await resolveAccess(ctx, userId);
  return (
    access !== undefined &&
    (access.holdsAll || [...access.permissions].some((permission) => reachesFar.test(permission)))
  );
}

/** A person who has passed the first door. */
export interface FirstFactorPassed {
  readonly person: SignInPerson;
  readonly method: SignInMethod;
  /** A second factor was proven, or the first one was two in one. */
  readonly hasSecondFactor: boolean;
}

/**
 * Takes a person who has proven the first factor on: to the second factor, to setting one up, to a new password, or in.
 * Every door ends here, so that none leads around a step.
 */
export const continueSignIn = async (
  services: SignInServices,
  ctx: Context,
  passing: FirstFactorPassed,
): Promise<SignInAnswer> => {
  await assertStillInDirectory(services, ctx, passing);
  return (await missingStep(ctx, passing)) ?? enter(services, ctx, passing);
};

/** Whoever left the directory enters by no other door either; their password was the directory's to judge a moment ago. */
async function assertStillInDirectory(
  services: SignInServices,
  ctx: Context,
  { person, method }: FirstFactorPassed,
): Promise<void> {
  if (method === "password") return;
  const found = await linkInForce(ctx, person.id);
  if (found && !(await isInDirectory(services.platform, ctx, found))) throw signInFailed();
}

/** The step that still lies between a person and a session; nothing where none does. */
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
    // A message can be read by whoever took over the number: alone it opens nothing that matters.
    if (method === "phone" && (await hasFarReach(ctx, person.id))) throw refuse("sysAuth.phoneNotEnough");
    if (await isFactorRequired(ctx)) {
      const { ticket, expirySeconds } = await issueTicket(ctx.db, { ...base, step: "enrolment" }, ctx.now);
      return { outcome: "enrolment", enrolmentTicket: ticket, expirySeconds };
    }
  }
  // A password of the directory is changed there.
  const isOwn = method === "password" && !(await linkInForce(ctx, person.id));
  const credential = isOwn ? await findCredential(ctx.db, person.id) : undefined;
  if (credential?.mustChange) {
    const { ticket, expirySeconds } = await issueTicket(ctx.db, { ...base, step: "passwordChange" }, ctx.now);
    return { outcome: "passwordChange", passwordChangeTicket: ticket, expirySeconds };
  }
  return undefined;
}

/** Whether a person may enter as they are, for a page that needs to know no more: no session is opened, nobody else's ends. */
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

/** Writes a sign-out into the visit log. */
export async function noteSignOut(ctx: Context): Promise<void> {
  const place = await placeOf(ctx.request.ip, ctx.request.locale);
  await noteVisit(ctx, { person: ctx.actor, visitType: signOut, status: 200, place });
}

interface RefusedSignIn {
  readonly person: SignInPerson | undefined;
  readonly accountKey: string;
  readonly reason: string;
}

/** Writes a refused sign-in into both logs. A name nobody has is not kept in clear: it may be a mistyped password. */
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
