import type { Context } from "../../platform/http/context.ts";
import { purgeSessions } from "../session/index.ts";
import { purgeAttempts } from "./attempts.store.ts";

export { authRoutes } from "./auth.routes.ts";
export { type SignInControl, signInControl } from "./control.service.ts";
export { meansOf } from "./means.service.ts";
export { signInByPassword } from "./password-sign-in.service.ts";
export { provideSms, type SmsMessage, type SmsProvider } from "./sms.service.ts";

/** Removes what sign-in no longer needs: old counters, tickets and sessions. For a job that runs every few minutes. */
export async function purgeSignIn({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  await purgeAttempts(db, now);
  await purgeSessions(db, now);
}
