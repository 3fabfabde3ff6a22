import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Context } from "../../../platform/http/context.ts";
import { recordSecurityEvent } from "../session/index.ts";
import {
  findPasskey,
  keepChallenge,
  passkeysOf,
  type StoredPasskey,
  takeChallenge,
  usePasskey,
} from "./factors.store.ts";
import type { SignInServices } from "./sign-in-services.service.ts";

type Purpose = Parameters<typeof takeChallenge>[2];
type Json = Record<string, unknown>;

/** Owner of a challenge: a session, or the hash of a ticket. */
export interface ChallengeOwner {
  readonly owner: string;
  readonly purpose: Purpose;
}

/** 401 during sign-in; 400 for a signed-in user, because clients take 401 for the end of the session. */
export const passkeyRefused = (status: 400 | 401) => refuse("sysAuth.passkeyRefused", {}, { status });

const credentialsOf = (passkeys: readonly StoredPasskey[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports }));

/** Options for the browser to request a passkey; without a user, any passkey of this site may answer. */
export async function askForPasskey(
  services: SignInServices,
  ctx: Context,
  { owner, purpose }: ChallengeOwner,
  userId?: number,
): Promise<Json> {
  const passkeys = userId === undefined ? [] : await passkeysOf(ctx.db, userId);
  const options = await generateAuthenticationOptions({
    rpID: services.relyingParty.id,
    userVerification: "required",
    timeout: 300_000,
    ...(userId === undefined ? {} : { allowCredentials: credentialsOf(passkeys) }),
  });
  await keepChallenge(ctx.db, { owner, purpose, challenge: options.challenge, now: ctx.now });
  return options as unknown as Json;
}

/** Options for the browser to create a passkey (Web Authentication Level 3). */
export async function askForNewPasskey(services: SignInServices, ctx: Context, owner: string): Promise<Json> {
  const { actor } = ctx;
  const options = await generateRegistrationOptions({
    rpID: services.relyingParty.id,
    rpName: services.relyingParty.name,
    userName: actor.account,
    userDisplayName: actor.realName,
    userID: new TextEncoder().encode(`user:${actor.userId}`),
    attestationType: "none",
    timeout: 300_000,
    excludeCredentials: credentialsOf(await passkeysOf(ctx.db, actor.userId)),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(ctx.db, { owner, purpose: "register", challenge: options.challenge, now: ctx.now });
  return options as unknown as Json;
}

/** The new credential, after its answer was verified against challenge, origin and user verification. */
export async function checkNewPasskey(services: SignInServices, ctx: Context, owner: string, response: Json) {
  const challenge = await takeChallenge(ctx.db, owner, "register", ctx.now);
  if (challenge === undefined) throw passkeyRefused(400);
  const checked = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [...services.relyingParty.origins],
    expectedRPID: services.relyingParty.id,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!checked?.verified) throw passkeyRefused(400);
  return checked.registrationInfo.credential;
}

/** The passkey that answered, or undefined for an invalid answer. */
export async function checkPasskey(
  services: SignInServices,
  ctx: Context,
  { owner, purpose }: ChallengeOwner,
  response: Json,
): Promise<StoredPasskey | undefined> {
  const challenge = await takeChallenge(ctx.db, owner, purpose, ctx.now);
  const passkey =
    typeof response.id === "string" && /^[\w-]{1,1400}$/.test(response.id)
      ? await findPasskey(ctx.db, response.id)
      : undefined;
  if (challenge === undefined || !passkey) return undefined;
  const checked = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [...services.relyingParty.origins],
    expectedRPID: services.relyingParty.id,
    requireUserVerification: true,
    // The counter is compared below: clones are reported, and not every authenticator counts.
    credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  const { newCounter } = checked.authenticationInfo;
  if (passkey.counter > 0 && newCounter <= passkey.counter) {
    await recordSecurityEvent(ctx, {
      kind: "passkeyCounterWentBack",
      userId: passkey.userId,
      detail: { kept: passkey.counter, given: newCounter },
    });
  }
  await usePasskey(ctx.db, passkey.id, newCounter, ctx.now);
  return passkey;
}
