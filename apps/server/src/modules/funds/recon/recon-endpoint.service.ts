import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { type RemoteFile, type RemoteFiles, RemoteFilesError } from "../../../platform/outbound/remote-files.ts";
import { type EndpointUser, type FileEndpointRow, readEndpoint, useEndpoint } from "../file-endpoint/index.ts";
import { houseOf, type ReconAccount } from "./recon.store.ts";
import { filesNotSeen, keepArrival } from "./recon-arrival.store.ts";
import { isFinished, isNamedLike } from "./recon-file-name.policy.ts";
import { importFile } from "./recon-import.service.ts";

/** Dependencies of fetching files, and the recipient of alarms. */
export interface EndpointFetch extends Pick<JobContext, "db" | "signal" | "inCommand"> {
  tell(eventType: string, message: string): Promise<void>;
}

/** Largest fetched file in bytes: the maximum number of lines at their maximum length. */
const fetchedBytesMax = 67_108_864;

/** Imports the files at an account's endpoint that were not processed yet. */
export async function fetchFromEndpoint(
  platform: EndpointUser,
  job: EndpointFetch,
  account: ReconAccount,
): Promise<void> {
  await houseOf(job, account.tenantId);
  const endpoint = await readEndpoint(job.db, account.fileEndpointId ?? "");
  if (endpoint?.status !== "enabled" || endpoint.tenantId !== account.tenantId)
    return job.tell("recon.endpointOff", `${account.name}: the file endpoint is switched off`);
  try {
    await useEndpoint(platform, endpoint, (folder) => takeFiles(platform, job, { account, endpoint, folder }));
  } catch (error) {
    if (!(error instanceof RemoteFilesError)) throw error;
    await job.tell("recon.filesUnreachable", `${account.name}: ${endpoint.name}: ${error.message}`);
  }
}

/** By what a file is known here: whoever names files of ours may write a card number into a name. */
const keptName = ({ name }: RemoteFile): string => maskCardNumbers(name);

interface Fetching {
  readonly account: ReconAccount;
  readonly endpoint: FileEndpointRow;
  readonly folder: RemoteFiles;
}

async function takeFiles({ clock }: EndpointUser, job: EndpointFetch, fetching: Fetching): Promise<void> {
  const { account, endpoint, folder } = fetching;
  const place = { gatewayAccountId: account.id, fileEndpointId: endpoint.id };
  const now = clock.now();
  const listed = (await folder.list()).filter(
    (file) => isNamedLike(file.name, account.filePattern) && isFinished(file, now),
  );
  for (const file of await filesNotSeen(job, place, listed, keptName)) {
    if (job.signal.aborted) return;
    await takeFile(job, fetching, file);
  }
}

/** Imports one file. One that cannot be imported is reported once and stays where it is. */
async function takeFile(job: EndpointFetch, { account, endpoint, folder }: Fetching, file: RemoteFile): Promise<void> {
  const fileName = keptName(file);
  const step = { event: "recon.import", input: { gatewayAccountId: account.id, fileName } } as const;
  const arrival = {
    gatewayAccountId: account.id,
    fileEndpointId: endpoint.id,
    fileName,
    fileBytes: file.bytes,
    modifiedTime: file.modifiedTime,
    tenantId: account.tenantId,
  };
  try {
    const bytes = await folder.read(file.name, fetchedBytesMax);
    // It is still being written: the next run fetches it.
    if (bytes.length !== file.bytes) return;
    await job.inCommand(async (ctx) => {
      const batch = await importFile(ctx, account, { fileName, bytes, source: endpoint.protocol });
      await keepArrival(ctx, { ...arrival, reconId: batch.id, refusal: null, createTime: ctx.now.toISOString() });
    }, step);
  } catch (error) {
    const isTooLarge = error instanceof RemoteFilesError && error.fault === "too_large";
    if (!(error instanceof Refusal) && !isTooLarge) throw error;
    const refusal = error instanceof Refusal ? error.code : error.fault;
    await job.inCommand(
      (ctx) => keepArrival(ctx, { ...arrival, reconId: null, refusal, createTime: ctx.now.toISOString() }),
      step,
    );
    const why = error instanceof Refusal ? `${error.code} ${JSON.stringify(error.values)}` : error.message;
    await job.tell(
      error instanceof Refusal ? error.code : "recon.fileTooLarge",
      `${account.name}: ${fileName}: ${maskCardNumbers(why)}`,
    );
  }
}
