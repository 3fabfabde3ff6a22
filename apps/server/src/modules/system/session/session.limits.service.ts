import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingsOf } from "../../settings/config/index.ts";
import type { SessionLimits } from "./session.policy.ts";

type Db = Context["db"];

const minute = 60_000;
const usualSessions = 3;
const merchantSessions = 5;

const settings = [
  "sys_token_expire",
  "sys_idle_minutes",
  "sys_refresh_token_expire",
  "sys_max_sessions",
  "sys_single_login",
] as const;

/** Session lifetimes of an account type and the number of sessions, as set by an administrator. */
export async function limitsFor(db: Db, accountType: number): Promise<SessionLimits> {
  const set = await settingsOf({ db }, settings);
  const most = set.sys_max_sessions;
  // Merchants' users share terminals and shifts; they may have more sessions unless a lower limit is set.
  const several = accountType <= AccountType.Member && most === usualSessions ? merchantSessions : most;
  return {
    accessMs: set.sys_token_expire * minute,
    idleMs: set.sys_idle_minutes * minute,
    absoluteMs: set.sys_refresh_token_expire * minute,
    maxSessions: set.sys_single_login ? 1 : several,
  };
}
