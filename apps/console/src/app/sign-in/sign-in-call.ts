import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { remote } from "../../platform/api/client.ts";

/** Sign-in calls by name: this chunk contains no schemas. */
export const auth = remote<typeof sysAuth>("sysAuth");

/** Answer of a sign-in method. */
export type SignInResult = ResultOf<(typeof sysAuth)["operations"]["login"]>;
export type SignInStep = Exclude<SignInResult, { outcome: "signedIn" }>;
