import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findPerson, inTransaction, recordSecurityEvent, type SignInPerson } from "../session/index.ts";
import { factorLimit } from "./attempts.policy.ts";
import { countOrRefuse } from "./attempts.service.ts";
import { takeBackTry } from "./attempts.store.ts";
import { confirmTotp, useTotpStep } from "./factors.store.ts";
import { setOwnPassword } from "./own-password.service.ts";
import { askForPasskey, checkPasskey } from "./passkey.service.ts";
import { continueSignIn, type FirstFactorPassed, type SignInAnswer, ticketInvalid } from "./sign-in.service.ts";
import type { SignInServices } from "./sign-in-services.service.ts";
import { findTicket, type SignInTicket, sealIntoTicket, spendTicket, tryTicket } from "./tickets.store.ts";
import { isRecoveryCode, isTotpCode, keepTotpSecret, newRecoveryCodes, newTotpSecret, stepOf } from "./totp.service.ts";

type Operations = typeof sysAuth.operations;

export const codeWrong = () => refuse("sysAuth.codeWrong");

/** A second factor presented by the user. */
export interface FactorProof {
  readonly method: "totp" | "passkey" | "recovery";
  readonly code?: string | null | undefined;
  readonly passkey?: Record<string, unknown> | null | undefined;
}

interface Challenge {
  readonly userId: number;
  readonly owner: string;
  readonly purpose: "secondFactor" | "stepUp";
}

/**
 * Verifies a second factor of a user. Tries are counted per user and not only per ticket: a new ticket grants no new
 * tries.
 */
export async function proveFactor(
  services: SignInServices,
  ctx: Context,
  challenge: Challenge,
  proof: FactorProof,
): Promise<boolean> {
  const { userId, owner, purpose } = challenge;
  const key = String(userId);
  await countOrRefuse(ctx, factorLimit, key);
  const isRight = await isFactor(services, ctx, { userId, owner, purpose }, proof);
  if (isRight) {
    await takeBackTry(ctx.db, factorLimit, key);
    if (proof.method === "recovery") await recordSecurityEvent(ctx, { kind: "recoveryCodeUsed", userId });
  } else {
    await recordSecurityEvent(ctx, { kind: "factorRefused", userId, detail: { method: proof.method } });
  }
  return isRight;
}

async function isFactor(
  services: SignInServices,
  ctx: Context,
  { userId, owner, purpose }: Challenge,
  proof: FactorProof,
): Promise<boolean> {
  if (proof.method === "passkey") {
    const passkey = proof.passkey ? await checkPasskey(services, ctx, { owner, purpose }, proof.passkey) : undefined;
    return passkey?.userId === userId;
  }
  if (!proof.code) return false;
  return proof.method === "totp"
    ? isTotpCode(services, ctx, userId, proof.code)
    : isRecoveryCode(services, ctx, userId, proof.code);
}

async function personOf(ctx: Context, ticket: SignInTicket): Promise<SignInPerson> {
  const person = await findPerson(ctx.db, ticket.userId);
  if (!person?.mayEnter) throw ticketInvalid();
  return person;
}

/** Continues the sign-in where the ticket left it. */
async function goOn(
  services: SignInServices,
  ctx: Context,
  ticket: SignInTicket,
  proven: Pick<FirstFactorPassed, "hasSecondFactor">,
): Promise<SignInAnswer> {
  return continueSignIn(services, ctx, { person: await personOf(ctx, ticket), method: ticket.method, ...proven });
}

export async function mfaPasskeyOptions(
  services: SignInServices,
  ctx: Context,
  { mfaTicket }: InputOf<Operations["mfaPasskeyOptions"]>,
) {
  const ticket = await findTicket(ctx.db, mfaTicket, "secondFactor", ctx.now);
  if (!ticket) throw ticketInvalid();
  return {
    options: await askForPasskey(services, ctx, { owner: ticket.hash, purpose: "secondFactor" }, ticket.userId),
  };
}

/** Confirms a sign-in by a second factor. A ticket allows five tries and one success. */
export async function verifyMfa(
  services: SignInServices,
  ctx: Context,
  input: InputOf<Operations["verifyMfa"]>,
): Promise<SignInAnswer> {
  const ticket = await tryTicket(ctx.db, input.mfaTicket, "secondFactor", ctx.now);
  if (!ticket) throw ticketInvalid();
  const challenge = { userId: ticket.userId, owner: ticket.hash, purpose: "secondFactor" } as const;
  if (!(await proveFactor(services, ctx, challenge, input))) throw codeWrong();
  if (!(await spendTicket(ctx.db, ticket))) throw ticketInvalid();
  return goOn(services, ctx, ticket, { hasSecondFactor: true });
}

/** The secret of a factor that must be enrolled before the first session. */
export async function enrolStart(
  services: SignInServices,
  ctx: Context,
  { enrolmentTicket }: InputOf<Operations["enrolStart"]>,
) {
  const ticket = await findTicket(ctx.db, enrolmentTicket, "enrolment", ctx.now);
  if (!ticket) throw ticketInvalid();
  const person = await personOf(ctx, ticket);
  const made = newTotpSecret(person.account);
  await sealIntoTicket(ctx.db, ticket, seal(services.keys.ring, made.secret, `enrolment:${ticket.hash}`));
  return made;
}

/** Enrols the factor once a code of it was entered, and continues the sign-in. */
export async function enrolConfirm(
  services: SignInServices,
  ctx: Context,
  { enrolmentTicket, code }: InputOf<Operations["enrolConfirm"]>,
) {
  const ticket = await tryTicket(ctx.db, enrolmentTicket, "enrolment", ctx.now);
  if (!ticket || ticket.sealed === null) throw ticketInvalid();
  const secret = open(services.keys.ring, ticket.sealed, `enrolment:${ticket.hash}`);
  const step = stepOf(secret, code, ctx.now);
  if (step === undefined) throw codeWrong();
  const recoveryCodes = await inTransaction(ctx.db, async (db) => {
    if (!(await spendTicket(db, ticket))) throw ticketInvalid();
    const inside = { ...ctx, db };
    await keepTotpSecret(services, inside, ticket.userId, secret);
    await confirmTotp(db, ticket.userId, ctx.now);
    await useTotpStep(db, ticket.userId, step);
    await recordSecurityEvent(inside, { kind: "factorAdded", userId: ticket.userId, detail: { factor: "totp" } });
    return newRecoveryCodes(services, inside, ticket.userId);
  });
  return { recoveryCodes, signIn: await goOn(services, ctx, ticket, { hasSecondFactor: true }) };
}

/** Replaces a password that must be changed, and continues the sign-in. */
export async function changePasswordByTicket(
  services: SignInServices,
  ctx: Context,
  { passwordChangeTicket, newPassword }: InputOf<Operations["changePasswordByTicket"]>,
): Promise<SignInAnswer> {
  const ticket = await findTicket(ctx.db, passwordChangeTicket, "passwordChange", ctx.now);
  if (!ticket) throw ticketInvalid();
  const person = await personOf(ctx, ticket);
  await setOwnPassword(services, ctx, person, newPassword, async (db) => {
    if (!(await spendTicket(db, ticket))) throw ticketInvalid();
  });
  return goOn(services, ctx, ticket, { hasSecondFactor: ticket.secondFactor });
}
