import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { swagger } from "@countinghouse/contract/operations/swagger/swagger.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement, type ResourceRoutes } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { meansOf, signInByPassword, throughEntrance } from "../../system/auth/index.ts";

const closed = 401 as const;

interface Typed {
  readonly UserName: string;
  readonly Password: string;
}

/**
 * The sign-in of the API-document page. It is the ordinary sign-in with its answer cut down to a number: the same
 * limits, picture and second factor hold, and nothing is switched off for anyone. In production it is closed.
 */
async function submit(platform: Platform, ctx: Context, { UserName, Password }: Typed): Promise<200 | 401> {
  if (platform.config.isProduction) return 401;
  try {
    const answer = await signInByPassword(meansOf(platform), ctx, { account: UserName, password: Password });
    return answer.outcome === "signedIn" ? 200 : 401;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return 401;
    throw error;
  }
}

/** Answers the two calls of the API-document page with a bare number. */
export const swaggerRoutes = (platform: Platform): ResourceRoutes =>
  implement(swagger, {
    // The page asks before it shows its form; without a session of its own it always has to show it.
    checkUrl: async () => closed,
    submitUrl: throughEntrance(meansOf(platform), (ctx, input: Typed) => submit(platform, ctx, input)),
  });
