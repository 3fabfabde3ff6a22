import { fill } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { sysAuthMessages } from "@countinghouse/contract/system/auth/auth.messages.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sameSecret } from "../../../platform/crypto/digest.ts";
import { randomDigits } from "../../../platform/crypto/random.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findPersonByPhone } from "../session/index.ts";
import { phoneAddressLimit, phoneDayLimit, phoneHourLimit, phoneMinuteLimit } from "./attempts.policy.ts";
import { accountRulesOf, countOrRefuse, limitSource, needsPicture } from "./attempts.service.ts";
import { countTry, countWithin } from "./attempts.store.ts";
import { assertCaptcha } from "./captcha.service.ts";
import { keyed, type Means } from "./means.service.ts";
import { keepCode, spendCode, tryCode } from "./phone-code.store.ts";
import { accountKeyOf, noteRefusal, passOn, type SignInAnswer } from "./sign-in.service.ts";

type Operations = typeof sysAuth.operations;

const codeDigits = 6;
const lifeMinutes = 5;
const resendSeconds = 60;

const phoneKeyOf = (means: Means, phone: string): string => keyed(means, "phone", phone);
/** The device that asked for a code, as far as a request shows it. */
const deviceKeyOf = (means: Means, ctx: Context): string => keyed(means, "device", ctx.request.userAgent);
const codeKeyOf = (means: Means, phone: string, code: string): string => keyed(means, "phoneCode", `${phone} ${code}`);

/**
 * Sends a code. Numbers nobody has are counted and answered alike, but no message is sent to them: messages cost money,
 * and strangers have no use for one.
 */
export async function sendPhoneCode(means: Means, ctx: Context, input: InputOf<Operations["sendPhoneCode"]>) {
  const provider = means.sms();
  if (!provider) throw refuse("sysAuth.smsUnavailable");
  const { phone } = input;
  const phoneKey = phoneKeyOf(means, phone);
  if (await needsPicture(ctx, phoneKey, await accountRulesOf(ctx))) await assertCaptcha(means, ctx, input);
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
    code: codeKeyOf(means, phone, code),
    device: deviceKeyOf(means, ctx),
    now: ctx.now,
    lifeMs: lifeMinutes * 60_000,
  });
  const person = await findPersonByPhone(ctx.db, phone);
  if (person?.mayEnter) {
    await countOrRefuse(ctx, phoneDayLimit, "all");
    const text = fill(sysAuthMessages[ctx.request.locale].text.smsCode, { code, minutes: lifeMinutes });
    // Not waited for: how long the provider takes would tell whether the number belongs to anyone.
    provider
      .send({ phone, text, code })
      .catch((error: unknown) => means.platform.logger.error({ err: error }, "a code could not be sent"));
  }
  return { expirySeconds: lifeMinutes * 60, resendSeconds };
}

/** Signs in by a code sent to a phone: five tries, once, from the device that asked for it. */
export async function signInByPhone(
  means: Means,
  ctx: Context,
  input: InputOf<Operations["loginPhone"]>,
): Promise<SignInAnswer> {
  await limitSource(ctx);
  const { phone, code } = input;
  const phoneKey = phoneKeyOf(means, phone);
  const kept = await tryCode(ctx.db, phoneKey, ctx.now);
  const isRight =
    kept !== undefined &&
    sameSecret(kept.code, codeKeyOf(means, phone, code)) &&
    kept.device === deviceKeyOf(means, ctx);
  const person = await findPersonByPhone(ctx.db, phone);
  const isMine = isRight && (await spendCode(ctx.db, phoneKey, kept.code));
  if (!isMine || !person?.mayEnter || (await isLockedOut(means, ctx, person.account))) {
    await noteRefusal(ctx, { person, accountKey: phoneKey, reason: "phoneCode" });
    throw refuse("sysAuth.phoneCodeWrong");
  }
  return passOn(means, ctx, { person, method: "phone", hasSecondFactor: false });
}

/** The lock-out of the account holds at this door too. */
async function isLockedOut(means: Means, ctx: Context, account: string): Promise<boolean> {
  const { limit } = await accountRulesOf(ctx);
  return (await countWithin(ctx.db, limit, accountKeyOf(means, account), ctx.now)) >= limit.most;
}
