import { ReportGroup } from "@countinghouse/contract/funds/report/report-enumerations.ts";
import { reportSchedule, schedulesMax } from "@countinghouse/contract/funds/report/report-schedule.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type InputOf, permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { holds } from "../../../platform/access/permission.ts";
import type { MailSettings } from "../../../platform/config/outside-config.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import { withoutUndefined } from "../../../platform/db/without-undefined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isUsableEndpoint } from "../file-endpoint/index.ts";
import { mayChooseEndpoints } from "./report-endpoint.service.ts";
import { readersAmong } from "./report-reader.service.ts";
import { fitsCadence, groupsOfReport, nextTime } from "./report-schedule.policy.ts";
import { countOwn, describedSchedules, isInReach, noteAsking } from "./report-schedule.store.ts";

type Operations = typeof reportSchedule.operations;
type Given = InputOf<Operations["add"]>;

/** Queue of single sendings. */
export const sendQueue = "report-send";

const records = recordOperations({
  table: "reportSchedules",
  resource: reportSchedule,
  describe: describedSchedules,
  made: ({ now, request }: Context) => ({ id: newId("rps", now), locale: request.locale }),
});

/** Endpoints are the operator's: whoever signs in for a merchant, or may not choose one, puts nothing there. */
const mayPutTo = async (ctx: Context, fileEndpointId: string): Promise<boolean> =>
  mayChooseEndpoints(ctx.actor) && (await isUsableEndpoint(ctx, fileEndpointId));

/** Refuses a schedule that could not be carried out as it is. */
async function assertSound(ctx: Context, given: Given, mail: MailSettings | undefined): Promise<void> {
  const { report, groupBy, recipients, merchantId, fileEndpointId } = given;
  if (merchantId && !(await isInReach(ctx, merchantId))) throw notFound("merchant", merchantId);
  if (!holds(ctx.actor, permissionOf(report, "download"))) throw refuse("reportSchedule.notAllowed");
  if (!fitsCadence(given)) throw refuse("reportSchedule.dayNotOfCadence");
  const groups = groupsOfReport[report];
  const isHidden = ctx.actor.scope.merchantIds !== "all" && (groupBy === "account" || groupBy === "gateway");
  if (!groups.includes(groupBy) || isHidden) {
    const named = (one: string) => ReportGroup.memberOf(one)?.text[ctx.request.locale] ?? one;
    throw refuse("reportSchedule.groupNotOfReport", { group: named(groupBy), groups: groups.map(named).join(", ") });
  }
  if (recipients.length > 0 && !mail) throw refuse("reportSchedule.noMail");
  if (fileEndpointId && !(await mayPutTo(ctx, fileEndpointId))) throw refuse("reportSchedule.endpointUnknown");
  for (const [address, unsent] of await readersAmong(ctx, report, recipients))
    if (unsent) throw refuse(`reportSchedule.${unsent}`, { address });
}

const timeOf = (ctx: Context, given: Given): string => new Date(nextTime(given, ctx.now.getTime())).toISOString();

/** The operations of schedules; `mail` is the installation's mail server, if it has one. */
export const scheduleOperations = (mail: MailSettings | undefined) => ({
  page: records.page,
  detail: records.detail,
  delete: records.delete,
  add: async (ctx: Context, given: Given) => {
    if ((await countOwn(ctx)) >= schedulesMax) throw refuse("reportSchedule.tooMany", { max: schedulesMax });
    await assertSound(ctx, given, mail);
    return records.add(ctx, { ...given, nextTime: timeOf(ctx, given) });
  },
  update: async (ctx: Context, change: InputOf<Operations["update"]>) => {
    const whole = { ...(await records.detail(ctx, change)), ...withoutUndefined(change) } as Given;
    await assertSound(ctx, whole, mail);
    const changed = { ...change, nextTime: timeOf(ctx, whole) };
    return records.update(ctx, changed);
  },
  setStatus: async (ctx: Context, change: InputOf<Operations["setStatus"]>) => {
    // What it missed while it was off is not made up for.
    const whole = await records.detail(ctx, change);
    const changed = { ...change, nextTime: timeOf(ctx, whole) };
    return records.update(ctx, changed);
  },
  send: async (ctx: Context, { id }: InputOf<Operations["send"]>) => {
    const { report, name } = await records.detail(ctx, { id });
    if (!holds(ctx.actor, permissionOf(report, "download"))) throw refuse("reportSchedule.notAllowed");
    if (!(await noteAsking(ctx, id))) throw refuse("reportSchedule.sentJustNow", { name });
    await ctx.enqueue({ queue: sendQueue, data: { id, due: ctx.now.toISOString() } });
    return null;
  },
});
