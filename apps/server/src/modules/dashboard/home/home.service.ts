import type { HomeOverview, SetUpStep } from "@countinghouse/contract/dashboard/home/home.ts";
import { knownSettings } from "@countinghouse/contract/settings/config/config-settings.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingOf } from "../../settings/config/index.ts";
import { readRule } from "../../system/change-request/index.ts";
import { dayIn, releaseOf, stepsOf, weekOf } from "./home.policy.ts";
import type { RunningProcess } from "./home.running.service.ts";
import {
  countEntries,
  countUnread,
  earlierSignIn,
  hasNotice,
  hasOperator,
  hasSecondAdministrator,
  hasSecondFactor,
  postgresVersion,
  tenantName,
} from "./home.store.ts";

const findings: Readonly<Record<SetUpStep, (ctx: Context) => Promise<boolean>>> = {
  secondFactor: hasSecondFactor,
  secondAdministrator: hasSecondAdministrator,
  secondPerson: async (ctx) => (await readRule(ctx)).isInForce,
  siteTitle: async (ctx) => (await settingOf(ctx, "sys_web_title")) !== knownSettings.sys_web_title.default,
  operator: hasOperator,
  notice: hasNotice,
};

async function readSteps(ctx: Context): Promise<HomeOverview["steps"]> {
  const steps: HomeOverview["steps"] = [];
  for (const step of stepsOf(ctx.actor.accountType)) steps.push({ step, isDone: await findings[step](ctx) });
  return steps;
}

/** Content of the home page for the caller, as of now. */
export async function readOverview(
  ctx: Context,
  running: RunningProcess,
  today: string | null | undefined,
): Promise<HomeOverview> {
  // Time zone of the process, from the operating system or TZ.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const day = today ?? dayIn(timeZone, ctx.now);
  return {
    now: ctx.now.toISOString(),
    timeZone,
    tenantName: await tenantName(ctx),
    lastSignIn: await earlierSignIn(ctx),
    running: isOfMerchant(ctx.actor) ? null : { ...running, postgres: releaseOf(await postgresVersion(ctx)) },
    ...(await countEntries(ctx, { today: day, ...weekOf(day) })),
    unreadNotices: await countUnread(ctx),
    steps: await readSteps(ctx),
  };
}
