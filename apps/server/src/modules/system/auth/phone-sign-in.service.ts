import { fill } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { sysAuthMessages } from "@countinghouse/contract/system/auth/auth.messages.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sameSecret } from "../../../platform/crypto/digest.ts";
import { randomDigits } from "../../../platform/crypto/random.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertPhoneTaken } from "../../settings/config/index.ts";
import { findPersonByPhone } from "../session/index.ts";
import { phoneAddressLimit, phoneDayLimit, phoneHourLimit, phoneMinuteLimit } from "./attempts.policy.ts";
import { accountRulesOf, countOrRefuse, limitSource, needsPicture } from "./attempts.service.ts";
import { countTry, countWithin } from "./attempts.store.ts";
import { assertCaptcha } from "./captcha.service.ts";
import { keepCode, spendCode, tryCode } from "./phone-code.store.ts";
import { accountKeyOf, continueSignIn, noteRefusal, type SignInAnswer } from "./sign-in.service.ts";
import { keyedDigest, type SignInServices } from "./sign-in-services.service.ts";

type Operations = typeof sysAuth.operations;

const codeDigits = 6;
const lifeMinutes = 5;
const resendSeconds = 60;

const phoneKeyOf = (services: SignInServices, phone: string): string => keyedDigest(services, "phone", phone);
/** Key of the device that requested a code, as far as a request identifies it. */
const deviceKeyOf = (services: SignInServices, ctx: Context): string =>
  keyedDigest(services, "device", ctx.request.userAgent);
const codeKeyOf = (services: SignInServices, phone: string, code: string): string =>
  keyedDigest(services, "phoneCode", `${phone} ${code}`);

/** Sends a code. Unknown numbers are counted and answered alike, but get no message: messages cost money. */
export async function sendPhoneCode(
  services: SignInServices,
  ctx: Context,
  input: InputOf<Operations["sendPhoneCode"]>,
) {
  const provider = await services.sms();
  if (!provider) throw refuse("sysAuth.smsUnavailable");
  const { phone } = input;
  await assertPhoneTaken(ctx, phone);
  const phoneKey = phoneKeyOf(services, phone);
  if (await needsPicture(ctx, phoneKey, await accountRulesOf(ctx))) await assertCaptcha(services, ctx, input);
  const minute = await countTry(ctx.db, phoneMinuteLimit, phoneKey, ctx.now);
  if (!minute.isAllowed) {
    const headers = { "Retry-After": String(minute.retrySeconds) };
    throw refuse("sysAuth.phoneCodeTooSoon", { seconds: minute.retrySeconds }, { headers });
  }
  await countOrRefuse(ctx, phoneHourLimit, phoneKey);
  await countOrRefuse(ctx, phoneAddressLimit, ctx.request.ip);
  const code = randomDigits(codeDigits);
  await keepCode(ctx.db, {
    phone: phoneKey,
    code: codeKeyOf(services, phone, code),
    device: deviceKeyOf(services, ctx),
    now: ctx.now,
    lifeMs: lifeMinutes * 60_000,
  });
  const person = await findPersonByPhone(ctx.db, phone);
  if (person?.mayEnter) {
    await countOrRefuse(ctx, phoneDayLimit, "all");
    const text = fill(sysAuthMessages[ctx.request.locale].text.smsCode, { code, minutes: lifeMinutes });
    // Not awaited: the provider's response time would reveal whether the number belongs to a user.
    provider
      .send({ phone, text, code })
      .catch((error: unknown) => services.platform.logger.error({ err: error }, "a code could not be sent"));
  }
  return { expirySeconds: lifeMinutes * 60, resendSeconds };
}

/** Signs in by a code sent to a phone: five tries, one success, from the requesting device. */
export async function signInByPhone(
  services: SignInServices,
  ctx: Context,
  input: InputOf<Operations["loginPhone"]>,
): Promise<SignInAnswer> {
  await limitSource(ctx);
  const { phone, code } = input;
  await assertPhoneTaken(ctx, phone);
  const phoneKey = phoneKeyOf(services, phone);
  const kept = await tryCode(ctx.db, phoneKey, ctx.now);
  const isRight =
    kept !== undefined &&
    sameSecret(kept.code, codeKeyOf(services, phone, code)) &&
    kept.device === deviceKeyOf(services, ctx);
  const person = await findPersonByPhone(ctx.db, phone);
  const isMine = isRight && (await spendCode(ctx.db, phoneKey, kept.code));
  if (!isMine || !person?.mayEnter || (await isLockedOut(services, ctx, person.account))) {
    await noteRefusal(ctx, { person, accountKey: phoneKey, reason: "phoneCode" });
    throw refuse("sysAuth.phoneCodeWrong");
  }
  return continueSignIn(services, ctx, { person, method: "phone", hasSecondFactor: false });
}

/** A lock-out of the account applies to this method too. */
async function isLockedOut(services: SignInServices, ctx: Context, account: string): Promise<boolean> {
  const { limit } = await accountRulesOf(ctx);
  return (await countWithin(ctx.db, limit, accountKeyOf(services, account), ctx.now)) >= limit.most;
}
