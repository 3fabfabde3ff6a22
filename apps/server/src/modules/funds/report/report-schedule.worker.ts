import { randomUUID } from "node:crypto";
import { reportScheduleMessages } from "@countinghouse/contract/funds/report/report-schedule.messages.ts";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { localTime } from "@countinghouse/money/zone.ts";
import { z } from "zod";
import { type Actor, isOfMerchant } from "../../../platform/access/actor.ts";
import { holds } from "../../../platform/access/permission.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { reachOf } from "../../../platform/export/export-reach.ts";
import { exportKeptMs } from "../../../platform/export/export-worker.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { actorOfUser } from "../../operations/job-run/index.ts";
import type { FinishedReport, ReportDelivery } from "./report-delivery.port.ts";
import { mayChooseEndpoints, reportEndpoint } from "./report-endpoint.service.ts";
import { reportFile } from "./report-file.service.ts";
import { reportMail } from "./report-mail.service.ts";
import { readersAmong, scheduledReports } from "./report-reader.service.ts";
import { nextTime, spanOf } from "./report-schedule.policy.ts";
import { sendQueue } from "./report-schedule.service.ts";
import {
  dueSchedules,
  keepRun,
  noteSending,
  readSchedule,
  type ScheduleRow,
  setNextTime,
} from "./report-schedule.store.ts";

const retries = 3;
const dueAtATime = 100;

/** Hands what is due to the senders: a schedule is due once, and what a node that was down missed is made once. */
const dueWorker: JobWorker = defineWorker({
  queue: "report-schedules",
  schema: z.object({}),
  schedule: { cron: "* * * * *" },
  retry: { limit: 0, delaySeconds: 1 },
  handle: async (job) => {
    await job.inCommand(
      async (ctx) => {
        for (const row of await dueSchedules(ctx, dueAtATime)) {
          await setNextTime(ctx, row.id, new Date(nextTime(row, ctx.now.getTime())).toISOString());
          await ctx.enqueue({ queue: sendQueue, data: { id: row.id, due: row.nextTime } });
        }
      },
      { event: "reportSchedule.due" },
    );
  },
});

/** Makes the file of a schedule in its maker's name, and keeps it among their downloads. */
async function makeReport(
  ctx: Context,
  files: FileStore,
  { schedule, due, actor }: { readonly schedule: ScheduleRow; readonly due: string; readonly actor: Actor },
): Promise<FinishedReport> {
  const { locale, timeZone, report, format } = schedule;
  const resource = scheduledReports[report];
  const span = spanOf(schedule.span, localTime(Date.parse(due), timeZone).date);
  const asked = {
    mode: schedule.mode,
    ...span,
    timeZone,
    groupBy: schedule.groupBy,
    format,
    ...(schedule.currency ? { currency: [schedule.currency] } : {}),
    ...(schedule.merchantId ? { merchantId: [schedule.merchantId] } : {}),
  };
  const file = await reportFile({ ...ctx, request: { ...ctx.request, locale } }, resource, asked);
  const content = file.content as Buffer;
  const path = `exports/${randomUUID()}.${format}`;
  const stored = await files.put(path, pieces(content));
  const at = ctx.now.toISOString();
  await keepRun(ctx, {
    id: newId("run", ctx.now),
    kind: `${report}.download`,
    tenantId: actor.tenantId,
    userId: actor.userId,
    state: "done",
    progress: 100,
    input: JSON.stringify({ ...asked, schedule: schedule.id, titles: titlesOf(report) }),
    filePath: path,
    fileName: file.name,
    fileBytes: stored.bytes,
    fileChecksum: stored.checksum,
    reach: JSON.stringify(reachOf(actor, resource)),
    createdAt: at,
    startedAt: at,
    finishedAt: at,
    expiresAt: new Date(ctx.now.getTime() + exportKeptMs).toISOString(),
  });
  const named = { title: resource.messages[locale].title, fileName: file.name, contentType: file.contentType };
  return {
    schedule,
    due,
    ...span,
    timeZone,
    ...named,
    content,
    locale,
    maker: actor.realName,
    mayPut: mayChooseEndpoints(actor),
  };
}

async function* pieces(content: Buffer) {
  yield content;
}

const titlesOf = (report: keyof typeof scheduledReports) => {
  const { messages } = scheduledReports[report];
  return { en: messages.en.title, "zh-cn": messages["zh-cn"].title, "zh-tw": messages["zh-tw"].title };
};

/** Lets a report leave by every way; one that fails keeps none of the others, and is told once all were tried. */
async function deliverBy(deliveries: readonly ReportDelivery[], made: FinishedReport): Promise<void> {
  const ended = await Promise.allSettled(deliveries.map((delivery) => delivery.deliver(made)));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

/** Makes a report and lets it leave by every way its schedule asks for. */
async function send(
  job: JobContext,
  { files }: Pick<Platform, "files">,
  deliveries: readonly ReportDelivery[],
  { id, due }: { readonly id: string; readonly due: string },
): Promise<void> {
  const schedule = await readSchedule(job.db, id);
  if (!schedule) return;
  const words = reportScheduleMessages[schedule.locale];
  const note = (error: string | null) => noteSending(job.db, id, { at: job.now.toISOString(), error });
  const actor = await actorOfUser(job.db, schedule.userId);
  if (!actor || !holds(actor, permissionOf(schedule.report, "download"))) {
    await note(words.text.noLongerAllowed);
    return;
  }
  // People who left since, or may see less by now, are sent nothing.
  const readers = await readersAmong({ db: job.db, actor }, schedule.report, schedule.recipients);
  const recipients = schedule.recipients.filter((one) => readers.get(one) === null);
  try {
    const made = await job.inCommand(
      (ctx) => makeReport(ctx, files, { schedule: { ...schedule, recipients }, due, actor }),
      {
        actor,
        event: "reportSchedule.make",
      },
    );
    await deliverBy(deliveries, made);
    await note(null);
  } catch (error) {
    if (!(error instanceof Refusal) && job.attempt < retries) throw error;
    job.logger.error({ err: error, scheduleId: id }, "a scheduled report was not sent");
    // Which mail server it is and what the database said is the operator's to know.
    const told = error instanceof Error ? error.message.slice(0, 500) : String(error);
    await note(isOfMerchant(actor) ? words.text.notSent : told);
  }
}

/** Makes reports when they are due, and sends them. */
export function reportScheduleWorkers(platform: Platform): readonly JobWorker[] {
  const { mail } = platform.config;
  const deliveries: readonly ReportDelivery[] = [...(mail ? [reportMail(mail)] : []), reportEndpoint(platform)];
  return [
    dueWorker,
    defineWorker({
      queue: sendQueue,
      schema: z.object({ id: z.string(), due: z.string() }),
      retry: { limit: retries, delaySeconds: 30 },
      handle: (job, data) => send(job, platform, deliveries, data),
    }),
  ];
}
