import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { remote } from "../../platform/api/client.ts";

/** Calls of the sign-in, by name: this chunk carries no schemas. */
export const auth = remote<typeof sysAuth>("sysAuth");

/** What a door of the sign-in answers. */
export type SignInResult = ResultOf<(typeof sysAuth)["operations"]["login"]>;
export type SignInStep = Exclude<SignInResult, { outcome: "signedIn" }>;
