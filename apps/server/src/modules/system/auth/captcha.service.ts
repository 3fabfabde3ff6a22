import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sameSecret } from "../../../platform/crypto/digest.ts";
import { randomSecret, randomSymbols } from "../../../platform/crypto/random.ts";
import type { Context } from "../../../platform/http/context.ts";
import { networkOf, pictureLimit } from "./attempts.policy.ts";
import { countOrRefuse } from "./attempts.service.ts";
import { insertCaptcha, takeCaptcha } from "./captcha.store.ts";
import { drawable, drawPicture } from "./captcha-picture.service.ts";
import { keyedDigest, type SignInServices } from "./sign-in-services.service.ts";

const lifeSeconds = 60;
const usualSymbols = 6;

const answerOf = (services: SignInServices, id: string, text: string): string =>
  keyedDigest(services, "captcha", `${id} ${text.trim().toUpperCase()}`);

/** Creates a captcha. Its answer leaves the server only as a picture. */
export async function makeCaptcha(services: SignInServices, ctx: Context, symbols = usualSymbols) {
  await countOrRefuse(ctx, pictureLimit, ctx.request.ip);
  const id = randomSecret(18);
  const text = randomSymbols(drawable, symbols);
  const expiresAt = new Date(ctx.now.getTime() + lifeSeconds * 1000).toISOString();
  await insertCaptcha(ctx.db, {
    id,
    answer: answerOf(services, id, text),
    network: networkOf(ctx.request.ip),
    expiresAt,
  });
  return { id, img: drawPicture(text).toString("base64"), mediaType: "image/png", expirySeconds: lifeSeconds };
}

interface Answered {
  readonly codeId?: string | null | undefined;
  readonly code?: string | null | undefined;
}

/** Refuses unless the captcha was answered correctly. Each captcha allows one answer. */
export async function assertCaptcha(services: SignInServices, ctx: Context, { codeId, code }: Answered): Promise<void> {
  if (!codeId || !code) throw refuse("sysAuth.captchaRequired");
  const kept = await takeCaptcha(ctx.db, codeId);
  const isRight =
    kept !== undefined &&
    sameSecret(kept.answer, answerOf(services, codeId, code)) &&
    kept.network === networkOf(ctx.request.ip) &&
    Date.parse(kept.expiresAt) > ctx.now.getTime();
  if (!isRight) throw refuse("sysAuth.captchaWrong");
}
