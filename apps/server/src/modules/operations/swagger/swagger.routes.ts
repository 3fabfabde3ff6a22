import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { swagger } from "@countinghouse/contract/operations/swagger/swagger.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement, type ResourceRoutes } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { isLetInByPassword, limitedStep, signInServicesOf } from "../../system/auth/index.ts";

interface Typed {
  readonly UserName: string;
  readonly Password: string;
}

/**
 * Sign-in of the API document page. It is the regular sign-in with its answer reduced to a number: the same limits,
 * captcha and second factor apply. It opens no session, and so ends none of the user's. Disabled in production.
 */
async function submit(platform: Platform, ctx: Context, { UserName, Password }: Typed): Promise<200 | 401> {
  if (platform.config.isProduction) return 401;
  try {
    return (await isLetInByPassword(signInServicesOf(platform), ctx, { account: UserName, password: Password }))
      ? 200
      : 401;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return 401;
    throw error;
  }
}

/** Answers the two calls of the API document page with a plain number. */
export const swaggerRoutes = (platform: Platform): ResourceRoutes =>
  implement(swagger, {
    // The page asks whether to show its form, which a user signed in to the console does not need.
    checkUrl: async ({ actor }) => (actor.userId > 0 && !actor.isLocked ? 200 : 401),
    submitUrl: limitedStep(signInServicesOf(platform), (ctx, input: Typed) => submit(platform, ctx, input)),
  });
