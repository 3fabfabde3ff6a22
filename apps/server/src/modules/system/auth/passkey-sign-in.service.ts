import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sha256 } from "../../../platform/crypto/digest.ts";
import { randomSecret } from "../../../platform/crypto/random.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findPerson } from "../session/index.ts";
import { limitSource } from "./attempts.service.ts";
import { keyed, type Means } from "./means.service.ts";
import { askForPasskey, checkPasskey, passkeyRefused } from "./passkey.service.ts";
import { noteRefusal, passOn, type SignInAnswer } from "./sign-in.service.ts";

type Operations = typeof sysAuth.operations;

export async function passkeyLoginOptions(means: Means, ctx: Context) {
  await limitSource(ctx);
  const ticket = randomSecret(32);
  return { ticket, options: await askForPasskey(means, ctx, { owner: sha256(ticket), purpose: "signIn" }) };
}

/**
 * Signs in by a passkey: possession and verification of the person in one, and bound to our address. Locked accounts
 * may enter this way, so that strangers who guess passwords cannot lock anyone out.
 */
export async function signInByPasskey(
  means: Means,
  ctx: Context,
  input: InputOf<Operations["passkeyLogin"]>,
): Promise<SignInAnswer> {
  await limitSource(ctx);
  const passkey = await checkPasskey(means, ctx, { owner: sha256(input.ticket), purpose: "signIn" }, input.passkey);
  const person = passkey && (await findPerson(ctx.db, passkey.userId));
  if (!person?.mayEnter) {
    const accountKey = keyed(means, "passkey", String(input.passkey.id ?? "").slice(0, 1400));
    await noteRefusal(ctx, { person, accountKey, reason: "passkey" });
    throw passkeyRefused(401);
  }
  return passOn(means, ctx, { person, method: "passkey", hasSecondFactor: true });
}
