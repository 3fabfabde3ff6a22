import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sha256 } from "../../../platform/crypto/digest.ts";
import { randomSecret } from "../../../platform/crypto/random.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findPerson } from "../session/index.ts";
import { limitSource } from "./attempts.service.ts";
import { askForPasskey, checkPasskey, passkeyRefused } from "./passkey.service.ts";
import { continueSignIn, noteRefusal, type SignInAnswer } from "./sign-in.service.ts";
import { keyedDigest, type SignInServices } from "./sign-in-services.service.ts";

type Operations = typeof sysAuth.operations;

export async function passkeyLoginOptions(services: SignInServices, ctx: Context) {
  await limitSource(ctx);
  const ticket = randomSecret(32);
  return { ticket, options: await askForPasskey(services, ctx, { owner: sha256(ticket), purpose: "signIn" }) };
}

/**
 * Signs in by passkey: possession and user verification in one, bound to our origin. Locked accounts may use it, so
 * that password guessing cannot lock users out.
 */
export async function signInByPasskey(
  services: SignInServices,
  ctx: Context,
  input: InputOf<Operations["passkeyLogin"]>,
): Promise<SignInAnswer> {
  await limitSource(ctx);
  const passkey = await checkPasskey(services, ctx, { owner: sha256(input.ticket), purpose: "signIn" }, input.passkey);
  const person = passkey && (await findPerson(ctx.db, passkey.userId));
  if (!person?.mayEnter) {
    const accountKey = keyedDigest(services, "passkey", String(input.passkey.id ?? "").slice(0, 1400));
    await noteRefusal(ctx, { person, accountKey, reason: "passkey" });
    throw passkeyRefused(401);
  }
  return continueSignIn(services, ctx, { person, method: "passkey", hasSecondFactor: true });
}
