import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingsOf } from "../../settings/config/index.ts";
import { recordSecurityEvent } from "../session/index.ts";
import {
  type AttemptLimit,
  accountLimit,
  accountsBeforePicture,
  addressLimit,
  failuresBeforePicture,
  networkLimit,
  networkOf,
} from "./attempts.policy.ts";
import { type AttemptCount, countSource, countTry, giveAlarm, readSuspicion } from "./attempts.store.ts";

const tooMany = (seconds: number) =>
  refuse("sysAuth.tooManyTries", { seconds }, { headers: { "Retry-After": String(seconds) } });

/** Refuses with 429 what exceeds a limit. */
async function assertAllowed(ctx: Context, limit: AttemptLimit, standing: AttemptCount): Promise<void> {
  if (standing.isAllowed) return;
  // Once per window, not once per refused call: a flood must not flood the log.
  if (standing.count === limit.most + 1) {
    await recordSecurityEvent(ctx, { kind: "sourceLimited", detail: { limit: limit.kind } });
  }
  throw tooMany(standing.retrySeconds);
}

/** Counts a try and refuses it with 429 above the limit. */
export const countOrRefuse = async (ctx: Context, limit: AttemptLimit, key: string): Promise<void> =>
  assertAllowed(ctx, limit, await countTry(ctx.db, limit, key, ctx.now));

/**
 * Limits tries per address and network. The address is the one reported by the trusted proxy hop, not a header of the
 * caller.
 */
export async function limitSource(ctx: Context): Promise<void> {
  const { ip } = ctx.request;
  const { address, network } = await countSource(ctx.db, { address: ip, network: networkOf(ip), now: ctx.now });
  await assertAllowed(ctx, addressLimit, address);
  if (network) await assertAllowed(ctx, networkLimit, network);
}

/** Settings for tries of an account. */
export interface AccountRules {
  /** The lock-out, never weaker than PCI DSS allows. */
  readonly limit: AttemptLimit;
  readonly asksForPicture: boolean;
}

export async function accountRulesOf(ctx: Pick<Context, "db">): Promise<AccountRules> {
  const settings = await settingsOf(ctx, ["sys_password_max_error_times", "sys_lockout_minutes", "sys_captcha"]);
  const { sys_password_max_error_times: most, sys_lockout_minutes: minutes, sys_captcha: asksForPicture } = settings;
  return { limit: accountLimit(most, minutes), asksForPicture };
}

/** Whether this account requires a captcha from this address. */
export async function needsPicture(
  ctx: Context,
  accountKey: string,
  { limit, asksForPicture }: AccountRules,
): Promise<boolean> {
  const seen = await readSuspicion(ctx.db, { source: ctx.request.ip, accountKey, limit, now: ctx.now });
  if (seen.isSpraying) await raiseAlarm(ctx, seen.failing);
  return (
    asksForPicture ||
    seen.isSpraying ||
    seen.targets > accountsBeforePicture ||
    seen.failures >= Math.min(failuresBeforePicture, limit.most)
  );
}

async function raiseAlarm(ctx: Context, failing: number): Promise<void> {
  if (!(await giveAlarm(ctx.db, ctx.now))) return;
  await recordSecurityEvent(ctx, { kind: "sprayingSuspected", detail: { failing } });
  await ctx.emit({
    topic: "security.spraying",
    payload: { failing },
    audience: { permission: "sysOnlineUser:page" },
  });
}

/** Counts a try of an account before its password is checked; answers whether it may be checked. */
export async function countAccountTry(ctx: Context, accountKey: string, limit: AttemptLimit): Promise<AttemptCount> {
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
