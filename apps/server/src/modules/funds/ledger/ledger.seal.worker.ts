import { z } from "zod";
import { sealAudit, settledEntries } from "../../../platform/audit/audit-chain.store.ts";
import { sha256Hex } from "../../../platform/crypto/digest.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type JobContext, runJobCommand } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { NumberedHash } from "../../../platform/seals/chain.policy.ts";
import { extendedTables } from "../../../platform/seals/row-seal.ts";
import { keepSealKeys, readSealKeys, type SealKeys } from "../../../platform/seals/seal-keys.ts";
import { recordException, recordOccurrence } from "../../logs/event-exception-log/index.ts";
import {
  type AdoptionId,
  adoptionMs,
  isAdoptionRecordMissing,
  isColumnAdoptionMissing,
  isOrderAdoptionRecordMissing,
  keepAdoption,
  keepFirstAdoption,
  publishedAdoption,
  readAdoption,
} from "./ledger.adoption.store.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import { createHeadBucket } from "./ledger.head-bucket.service.ts";
import { createHeadFolder } from "./ledger.head-folder.service.ts";
import { createHeadMail } from "./ledger.head-mail.service.ts";
import { createHeadWitness } from "./ledger.head-witness.service.ts";
import type { ChainHeadRecipient, HeadStore } from "./ledger.heads.port.ts";
import { type FailedHeadRecipient, lastPublished, publishHeads } from "./ledger.heads.service.ts";
import { auditChainName, chainName } from "./ledger.heads.wire.ts";
import { traceInputs } from "./ledger.input.service.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import { sealExistingPrices } from "./ledger.row-seal.service.ts";
import { extendSeals, sealExistingRows, sealedTables } from "./ledger.row-seal.store.ts";
import { isPublished, sealExistingChains, sealNext, unsealedBooks } from "./ledger.seal.store.ts";

/** The installation's stores of heads. */
export const headStoresOf = ({ config, clock }: Pick<Platform, "config" | "clock">): readonly HeadStore[] => [
  ...(config.ledgerHeadsBucket ? [createHeadBucket(config.ledgerHeadsBucket, () => clock.now())] : []),
  createHeadFolder(config.ledgerHeadsFolder),
];

/** The witnesses that heads are published to. */
function witnessesOf({ config }: Platform): readonly ChainHeadRecipient[] {
  const { ledgerHeadsAddresses, ledgerHeadsRecipients, mail, language } = config;
  return [
    ...ledgerHeadsAddresses.map((url) => createHeadWitness(url)),
    ...(mail ? ledgerHeadsRecipients.map((to) => createHeadMail(mail, to, language)) : []),
  ];
}

const ringOf = ({ secret }: Platform) => installationKeys(secret).ring;

/** The installation's keys of seals. */
export const sealKeysOf = (platform: Platform, { db }: Pick<JobContext, "db">): Promise<SealKeys> =>
  readSealKeys(db, ringOf(platform));

/** Seals journals and audit entries of the last minute. */
export function sealWorker(platform: Platform): JobWorker {
  const readPublished = lastPublished(headStoresOf(platform));
  return defineWorker({
    queue: "ledger-seal",
    schema: z.object({}),
    schedule: { cron: "* * * * *" },
    handle: async (job) => {
      const keys = await sealKeysOf(platform, job);
      const told = await readPublished(keys);
      await prepare(platform, job, keys, told.size > 0);
      await adoptOlderRows(job, keys);
      await adoptOlderOrders(job, keys);
      await adoptOlderColumns(job, keys);
      await adoptOlderPrices(job, keys);
      await traceInputs(job, keys);
      for (const book of await unsealedBooks(job.db)) await sealBook(job, book, keys, told.get(chainName(book)));
      await sealTrail(job, keys, told.get(auditChainName));
    },
  });
}

/** Stores the keys; the first time, adopts chains sealed before there were keys, and reports it. */
async function prepare(platform: Platform, job: JobContext, keys: SealKeys, wasTold: boolean): Promise<void> {
  const chains = await job.db.transaction().execute(async (db) => {
    const isFirst = await keepSealKeys(db, ringOf(platform), job.now);
    return isFirst && !wasTold ? sealExistingChains(db, keys) : 0;
  });
  if (chains === 0) return;
  await job.inCommand(
    (ctx) =>
      recordException(ctx, {
        source: "ledger",
        eventType: "ledger.chainsAdopted",
        level: "warning",
        message: "Chains of the books that had been sealed without a key were taken over as they stand",
        payload: { chains },
      }),
    { event: "job.ledger-seal", input: { chains } },
  );
}

/**
 * Within this time, in milliseconds, the job's first run has stored when rows were adopted, even after a pause of the
 * jobs.
 */
const prepareMs = 24 * 3_600_000;

/**
 * Adopts rows from before row seals, as they are, and reports it. An hour after the first time, which is stored under
 * the key, this never happens again: a seal removed later is detected, and so is a removed record of that time.
 */
async function adoptOlderRows(job: JobContext, keys: SealKeys): Promise<void> {
  const event = "job.ledger-adopt";
  const kept = await readAdoption(job.db, keys, "rows");
  if (kept && !kept.isGenuine) return tellAdoption(job);
  const first = kept?.at ?? (await publishedAdoption(job.db, event));
  const isOver = first !== undefined && job.now.getTime() - first.getTime() > adoptionMs;
  if (!kept && !isOver && (await isAdoptionRecordMissing(job.db, new Date(job.now.getTime() - prepareMs))))
    return tellAdoption(job);
  if (!kept) await keepAdoption(job.db, keys, first ?? job.now, "rows");
  if (isOver) return;
  let rows = 0;
  for (const table of sealedTables) if (table !== "coinOrders") rows += await sealExistingRows(job.db, table, keys);
  if (first && rows === 0) return;
  await job.inCommand(
    async (ctx) => {
      const message = "Attempts, captures and unapplied payments from before rows had seals were sealed as they stand";
      if (rows > 0) await tellAdopted(ctx, message, { rows });
    },
    { event, input: { rows } },
  );
}

/** An adoption that is allowed for an hour, from a time stored under the key. */
interface HourOfAdoption {
  readonly id: AdoptionId;
  /** Whether rows from before an instant prove that the record of that time was removed. */
  isMissing(db: JobContext["db"], before: Date): Promise<boolean>;
  /** Seals what is there as it stands, and answers how many rows that were. */
  adopt(): Promise<number>;
  readonly message: string;
  /** The count's name in the report. */
  readonly counted: string;
}

/** Adopts within the hour, and reports it. Answers whether the hour is over. */
async function adoptForAnHour(job: JobContext, keys: SealKeys, of: HourOfAdoption): Promise<boolean> {
  const kept = await readAdoption(job.db, keys, of.id);
  const isAltered = kept ? !kept.isGenuine : await of.isMissing(job.db, new Date(job.now.getTime() - prepareMs));
  if (isAltered) {
    await tellAdoption(job);
    return false;
  }
  if (!kept) await keepAdoption(job.db, keys, job.now, of.id);
  if (kept && job.now.getTime() - kept.at.getTime() > adoptionMs) return true;
  const rows = await of.adopt();
  if (rows === 0) return false;
  const payload = { [of.counted]: rows };
  await job.inCommand((ctx) => tellAdopted(ctx, of.message, payload), { event: "job.ledger-seal", input: payload });
  return false;
}

/** Adopts orders from before order seals. */
const adoptOlderOrders = (job: JobContext, keys: SealKeys): Promise<boolean> =>
  adoptForAnHour(job, keys, {
    id: "orders",
    isMissing: isOrderAdoptionRecordMissing,
    adopt: () => sealExistingRows(job.db, "coinOrders", keys),
    message: "Orders from before they had seals were sealed as they stand",
    counted: "orders",
  });

/** Extends seals to the columns that earlier ones did not cover; a seal that covers fewer is named after the hour. */
async function adoptOlderColumns(job: JobContext, keys: SealKeys): Promise<void> {
  const isOver = await adoptForAnHour(job, keys, {
    id: "columns",
    isMissing: isColumnAdoptionMissing,
    adopt: async () => {
      let rows = 0;
      for (const table of extendedTables) rows += await extendSeals(job.db, table, keys);
      return rows;
    },
    message: "Columns of orders, attempts and refunds from before seals covered them were sealed as they stand",
    counted: "extended",
  });
  if (isOver && !(await readAdoption(job.db, keys, "columnsEnd")))
    await keepAdoption(job.db, keys, job.now, "columnsEnd");
}

/**
 * Before a history is generated, records that no rows are older than row seals. Otherwise the job would find sealed
 * payments older than the installation and take them for proof that the record was deleted.
 */
export const beginHistory = async (platform: Platform): Promise<void> =>
  keepFirstAdoption(platform.db, await sealKeysOf(platform, platform), platform.clock.now());

/** Adopts prices written by nodes of the previous release, in the hour in which that is allowed, and reports it. */
async function adoptOlderPrices(job: JobContext, keys: SealKeys): Promise<void> {
  const { isAltered, rows } = await sealExistingPrices(job.db, keys, { now: job.now, isStart: false });
  if (isAltered) return tellAdoption(job);
  if (rows > 0)
    await job.inCommand((ctx) => tellPrices(ctx, rows), { event: "job.ledger-seal", input: { prices: rows } });
}

/**
 * Adopts unsealed pricing rows; nothing is priced without a seal. Every node calls it before it writes or serves
 * anything.
 */
export async function adoptPricesAtStart(platform: Platform): Promise<void> {
  const { db, clock, secret } = platform;
  const now = clock.now();
  const { rows } = await sealExistingPrices(db, await sealKeysOf(platform, { db }), { now, isStart: true });
  if (rows === 0) return;
  const spine = { db, clock, seals: installationKeys(secret).seals, enqueue: async () => {} };
  const job = { id: "start", queue: "ledger-seal", data: {} };
  const told = { event: "job.ledger-seal", input: { prices: rows } } as const;
  await runJobCommand(spine, job, (ctx) => tellPrices(ctx, rows), told);
}

/** Reports adopted prices in the inbox. */
const tellPrices = (ctx: Context, prices: number) =>
  tellAdopted(ctx, "Fee rules, account terms and rates from before they had seals were sealed as they stand", {
    prices,
  });

/** Reports in the inbox what was adopted, and how many rows that were. */
const tellAdopted = (ctx: Context, message: string, payload: Readonly<Record<string, number>>) =>
  recordException(ctx, { source: "ledger", eventType: "ledger.rowsAdopted", level: "warning", message, payload });

/** Reports an altered or deleted adoption record in the inbox, once an hour. */
async function tellAdoption(job: JobContext): Promise<void> {
  const id = `exi_adoption_${job.now.toISOString().slice(0, 13)}`;
  if (await isPublished(job.db, id)) return;
  await job.inCommand(
    (ctx) =>
      recordOccurrence(ctx, id, {
        source: "ledger",
        eventType: "ledger.adoptionAltered",
        level: "critical",
        message: "When rows without seals were taken over was altered or taken out; none is taken over any more",
      }),
    { event: "job.ledger-seal", input: { adoption: "altered" } },
  );
}

async function sealBook(
  job: JobContext,
  book: MerchantBook,
  keys: SealKeys,
  told: NumberedHash | undefined,
): Promise<void> {
  while (!job.signal.aborted) {
    const { sealed, refused } = await sealNext(job.db, book, { keys, now: job.now, told });
    const [first] = refused;
    if (first) await tellRefused(job, book, first);
    if (sealed === 0) return;
  }
}

async function sealTrail(job: JobContext, keys: SealKeys, told: NumberedHash | undefined): Promise<void> {
  const upTo = await settledEntries(job.db);
  while (upTo !== undefined && !job.signal.aborted) {
    const { sealed, refused } = await sealAudit(job.db, { keys, now: job.now, upTo, told });
    const [first] = refused;
    if (first) await tellTrailRefused(job, first);
    if (sealed === 0) return;
  }
}

/** Reports an audit chain that must not be extended in the inbox, once an hour. */
async function tellTrailRefused(job: JobContext, first: Finding): Promise<void> {
  const id = `exi_audit_${job.now.toISOString().slice(0, 13)}`;
  if (await isPublished(job.db, id)) return;
  await job.inCommand(
    (ctx) =>
      recordOccurrence(ctx, id, {
        source: "ledger",
        eventType: "audit.sealRefused",
        level: "critical",
        message: `The audit trail is not what was sealed; nothing is added to its chain: ${first.table}.${first.column ?? "*"}`,
        payload: { first },
      }),
    { event: "job.ledger-seal", input: { chain: auditChainName } },
  );
}

/** Reports a ledger chain that must not be extended in the inbox, once an hour. */
async function tellRefused(job: JobContext, { merchantId, book }: MerchantBook, first: Finding): Promise<void> {
  const id = `exi_seal_${job.now.toISOString().slice(0, 13)}_${book}_${merchantId}`;
  if (await isPublished(job.db, id)) return;
  await job.inCommand(
    (ctx) =>
      recordOccurrence(ctx, id, {
        source: "ledger",
        eventType: "ledger.sealRefused",
        level: "critical",
        message: `A chain of the books is not what was sealed; nothing is added to it: ${first.table}.${first.column ?? "*"}`,
        objectType: "ledgerBook",
        objectId: `${merchantId} ${book}`,
        merchantId,
        payload: { book, first },
      }),
    { event: "job.ledger-seal", input: { merchantId, book } },
  );
}

/** Reports failed stores and witnesses in the inbox, each once a day. */
export async function reportFailedWitnesses(
  job: JobContext,
  failed: readonly FailedHeadRecipient[],
  event: string,
): Promise<void> {
  for (const { name, error } of failed) {
    const id = `exi_heads_${job.now.toISOString().slice(0, 10)}_${sha256Hex(`${event} ${name}`).slice(0, 16)}`;
    if (await isPublished(job.db, id)) continue;
    await job.inCommand(
      (ctx) =>
        recordOccurrence(ctx, id, {
          source: "ledger",
          eventType: event,
          level: "critical",
          message: `The heads of the books: ${name} failed: ${error.message}`,
          objectType: "ledgerHeads",
          objectId: name,
          payload: { place: name },
          error,
        }),
      { event: "job.ledger-heads", input: { place: name } },
    );
  }
}

const retries = 5;

/**
 * Publishes the heads of all chains once a day, whenever the installation runs, and retries failures until they
 * succeed.
 */
export const headsWorker = (platform: Platform): JobWorker =>
  defineWorker({
    queue: "ledger-heads",
    schema: z.object({}),
    schedule: { cron: "11 * * * *" },
    retry: { limit: retries, delaySeconds: 60, delaySecondsMax: 3600 },
    handle: async (job) => {
      const failed = await publishHeads(job.db, {
        keys: await sealKeysOf(platform, job),
        stores: headStoresOf(platform),
        witnesses: witnessesOf(platform),
        now: job.now,
      });
      await reportFailedWitnesses(job, failed, "ledger.headsRefused");
      const errors = failed.map(({ error }) => error);
      if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join("; "));
    },
  });
