import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { z } from "zod";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { findConnector, type OfferedFile, type SettlementFiles } from "../../gateways/connector/index.ts";
import { openGatewayAccount } from "../../gateways/gateway-account/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { reconFetchQueue } from "./recon.service.ts";
import {
  fetchedAccounts,
  houseOf,
  knownNumbers,
  lockBatchByRef,
  type ReconAccount,
  type ReconBatchRef,
  readAccount,
  updateBatch,
} from "./recon.store.ts";
import { fetchFromEndpoint } from "./recon-endpoint.service.ts";
import { importFile, reconMatchQueue } from "./recon-import.service.ts";
import { beginMatching, finishMatching, type MatchRound, matchSome } from "./recon-match.service.ts";
import { watchReceivables } from "./recon-receivable.service.ts";

/** Dependencies of fetching files. */
type FileFetch = Pick<JobContext, "db" | "logger" | "signal" | "inCommand">;

/** Matches a file's new lines; on a repeated run also its open ones. */
export async function matchFile(job: FileFetch, ref: ReconBatchRef, isAgain: boolean): Promise<void> {
  const step = { event: "recon.run", input: { id: ref.batchId } } as const;
  const batch = await job.inCommand((ctx) => beginMatching(ctx, ref), step);
  if (!batch) return;
  const rounds: readonly MatchRound["status"][] = isAgain ? ["new", "open"] : ["new"];
  for (const status of rounds) {
    for (let after: number | null = 0; after !== null; ) {
      if (job.signal.aborted) throw new Error("stopped between two rounds of a reconciliation");
      const behind: number = after;
      after = await job.inCommand((ctx) => matchSome(ctx, ref, { status, after: behind }), step);
    }
  }
  await job.inCommand((ctx) => finishMatching(ctx, ref, isAgain), step);
}

/** Raises an alarm about an account's files. */
const alarm = (job: FileFetch, account: ReconAccount, eventType: string, message: string): Promise<void> =>
  job.inCommand(
    (ctx) =>
      recordException(
        { ...ctx, actor: { ...ctx.actor, tenantId: account.tenantId } },
        {
          source: "recon",
          eventType,
          objectType: "gatewayAccount",
          objectId: account.id,
          level: "error",
          message,
          payload: { gatewayAccountId: account.id, account: account.name },
          retry: { queue: reconFetchQueue, data: { gatewayAccountId: account.id } },
        },
      ),
    { event: "recon.fetch", input: { gatewayAccountId: account.id } },
  );

/** Imports new files of a provider, from the configured folder or by its API. */
export async function fetchFiles(platform: Platform, job: FileFetch, account: ReconAccount): Promise<void> {
  if (account.fileEndpointId === null) return fetchFromGateway(platform, job, account);
  const tell = (eventType: string, message: string) => alarm(job, account, eventType, message);
  return fetchFromEndpoint(platform, { ...job, tell }, account);
}

/** By the gateway's API; a file offered twice is counted, never imported twice. */
async function fetchFromGateway(platform: Platform, job: FileFetch, account: ReconAccount): Promise<void> {
  const files = findConnector(account.connector)?.settlementFiles;
  if (!files?.list || !files.fetch) return;
  const merchantId = await houseOf(job, account.tenantId);
  const opened = await openGatewayAccount(platform, account.id);
  const offered = await files.list(opened);
  if (!offered) return alarm(job, account, "recon.filesUnreachable", `${account.name}: no list of settlement files`);
  const known = new Map(
    (await knownNumbers(job.db, { merchantId, gatewayAccountId: account.id })).map((one) => [one.batchNo, one]),
  );
  for (const [batchNo, same] of Map.groupBy(offered, (one) => one.batchNo)) {
    if (job.signal.aborted) return;
    const [file] = same;
    const before = known.get(batchNo);
    const id = before?.id ?? (file && (await takeFile(job, account, file, () => files.fetch?.(opened, file))));
    if (id && same.length - 1 > (before?.copies ?? 0))
      await job.inCommand((ctx) => noteCopies(ctx, { merchantId, batchId: id }, same.length - 1), {
        event: "recon.fetch",
        input: { id },
      });
  }
}

async function noteCopies(
  ctx: Parameters<typeof lockBatchByRef>[0] & Parameters<typeof updateBatch>[0],
  ref: ReconBatchRef,
  copies: number,
): Promise<void> {
  const batch = await lockBatchByRef(ctx, ref);
  if (batch && batch.copies < copies) await updateBatch(ctx, batch, { copies });
}

async function takeFile(
  job: FileFetch,
  account: ReconAccount,
  { fileName }: OfferedFile,
  fetch: () => ReturnType<NonNullable<SettlementFiles["fetch"]>> | undefined,
): Promise<string | undefined> {
  const bytes = await fetch();
  if (!bytes) {
    await alarm(job, account, "recon.fileUnreachable", `${account.name}: ${fileName} was not sent`);
    return undefined;
  }
  try {
    const batch = await job.inCommand((ctx) => importFile(ctx, account, { fileName, bytes, source: "connector" }), {
      event: "recon.import",
      input: { gatewayAccountId: account.id, fileName },
    });
    return batch.id;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await alarm(
      job,
      account,
      error.code,
      `${account.name}: ${fileName}: ${error.code} ${JSON.stringify(error.values)}`,
    );
    return undefined;
  }
}

/** The workers of reconciliation: files are requested every hour, and matched as they arrive. */
export function reconWorkers(platform: Platform): readonly JobWorker[] {
  return [
    defineWorker({
      queue: reconMatchQueue,
      schema: z.object({ merchantId: z.string(), batchId: z.string(), isAgain: z.boolean() }),
      concurrency: 2,
      expireSeconds: 7_200,
      handle: (job, { isAgain, ...ref }) => matchFile(job, ref, isAgain),
    }),
    defineWorker({
      queue: reconFetchQueue,
      schema: z.object({ gatewayAccountId: z.string() }),
      expireSeconds: 3_600,
      handle: async (job, { gatewayAccountId }) => fetchFiles(platform, job, await readAccount(job, gatewayAccountId)),
    }),
    defineWorker({
      queue: "recon.nightly",
      schema: z.looseObject({}),
      schedule: { cron: "40 3 * * *" },
      expireSeconds: 7_200,
      handle: watchReceivables,
    }),
    defineWorker({
      queue: "recon.hourly",
      schema: z.looseObject({}),
      schedule: { cron: "20 * * * *" },
      expireSeconds: 3_600,
      handle: async (job) => {
        for (const account of await fetchedAccounts(job.db)) {
          if (job.signal.aborted) return;
          try {
            await fetchFiles(platform, job, account);
          } catch (error) {
            job.logger.error({ err: error, account: account.name }, "settlement files were left for later");
            await alarm(
              job,
              account,
              "recon.fetchFailed",
              `${account.name}: ${error instanceof Error ? error.message : String(error)}`,
            );
          }
        }
      },
    }),
  ];
}
