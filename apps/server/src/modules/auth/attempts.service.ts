import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Context } from "../../platform/http/context.ts";
import { settingsOf } from "../config/index.ts";
import { recordSecurityEvent } from "../session/index.ts";
import {
  accountLimit,
  accountsBeforePicture,
  addressLimit,
  failuresBeforePicture,
  type Limit,
  networkLimit,
  networkOf,
  sprayingAlarm,
} from "./attempts.policy.ts";
import { countTry, readSuspicion, type Standing } from "./attempts.store.ts";

const tooMany = (seconds: number) =>
  refuse("sysAuth.tooManyTries", { seconds }, { status: 429, headers: { "Retry-After": String(seconds) } });

/** Counts a try and refuses it with 429 once there were too many. */
export async function countOrRefuse(ctx: Context, limit: Limit, key: string): Promise<void> {
  const standing = await countTry(ctx.db, limit, key, ctx.now);
  if (standing.isAllowed) return;
  // Once per window, not once per refused call: a flood must not become a flood of log lines.
  if (standing.count === limit.most + 1) {
    await recordSecurityEvent(ctx, { kind: "sourceLimited", detail: { limit: limit.kind } });
  }
  throw tooMany(standing.retrySeconds);
}

/** Refuses addresses and networks that try too often. The address is the one the trusted proxy hop reports, no header of the caller. */
export async function limitSource(ctx: Context): Promise<void> {
  const { ip } = ctx.request;
  await countOrRefuse(ctx, addressLimit, ip);
  await countOrRefuse(ctx, networkLimit, networkOf(ip));
}

/** The lock-out of an account as it is set, never looser than the payment card standard allows. */
export async function accountLimitOf(ctx: Pick<Context, "db">): Promise<Limit> {
  const { sys_password_max_error_times: most, sys_lockout_minutes: minutes } = await settingsOf(ctx, [
    "sys_password_max_error_times",
    "sys_lockout_minutes",
  ]);
  return accountLimit(most, minutes);
}

/** Whether a picture has to be read before this account may be tried from this address. */
export async function needsPicture(ctx: Context, accountKey: string, limit: Limit): Promise<boolean> {
  const { sys_captcha: always } = await settingsOf(ctx, ["sys_captcha"]);
  const seen = await readSuspicion(ctx.db, { source: ctx.request.ip, accountKey, limit, now: ctx.now });
  if (seen.isSpraying && !seen.isAlarmed) await raiseAlarm(ctx, seen.failing);
  return (
    always ||
    seen.isSpraying ||
    seen.targets > accountsBeforePicture ||
    seen.failures >= Math.min(failuresBeforePicture, limit.most)
  );
}

async function raiseAlarm(ctx: Context, failing: number): Promise<void> {
  const { isAllowed } = await countTry(ctx.db, sprayingAlarm, "all", ctx.now);
  if (!isAllowed) return;
  await recordSecurityEvent(ctx, { kind: "sprayingSuspected", detail: { failing } });
  await ctx.emit({
    topic: "security.spraying",
    payload: { failing },
    audience: { permission: "sysOnlineUser:page" },
  });
}

/** Counts a try of an account before its password is looked at; the answer says whether it may be looked at. */
export async function countAccountTry(ctx: Context, accountKey: string, limit: Limit): Promise<Standing> {
  const standing = await countTry(ctx.db, limit, accountKey, ctx.now);
  if (standing.isAllowed && standing.count === limit.most) {
    await recordSecurityEvent(ctx, {
      kind: "accountLocked",
      accountKey,
      detail: { minutes: Math.round((limit.lockMs ?? 0) / 60_000) },
    });
  }
  return standing;
}
