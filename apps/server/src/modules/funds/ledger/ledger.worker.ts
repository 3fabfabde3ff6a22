import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import { z } from "zod";
import { operatingTenantId } from "../../../platform/access/actor.ts";
import { checkAudit } from "../../../platform/audit/audit-chain.store.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { compareWithPublished } from "./ledger.heads.service.ts";
import { inputListener } from "./ledger.input.service.ts";
import { checkPriceSeals } from "./ledger.row-seal.service.ts";
import { headStoresOf, headsWorker, reportFailedWitnesses, sealKeysOf, sealWorker } from "./ledger.seal.worker.ts";
import type { StoredViolation } from "./ledger.table.ts";
import { checkBook, storedViolations, verifyQueue } from "./ledger.verify.service.ts";
import {
  addVerification,
  bookingTenants,
  booksOfTenant,
  findVerification,
  updateVerification,
} from "./ledger.verify.store.ts";
import { releaseHold } from "./merchant-balance.service.ts";
import { expiredHolds } from "./merchant-balance.store.ts";

/** Holds released per run; the next run continues. */
const releasedAtOnce = 500;

/** Releases holds whose release time has come. */
const expiryWorker = defineWorker({
  queue: "ledger-hold-expiry",
  schema: z.object({}),
  schedule: { cron: "*/5 * * * *" },
  handle: async (job) => {
    for (const { merchantId, id } of await expiredHolds(job.db, job.now, releasedAtOnce)) {
      if (job.signal.aborted) return;
      const release = (ctx: Context) => {
        const reason = merchantBalanceMessages[ctx.request.locale].text.autoReleased;
        return releaseHold(ctx, { merchantId, id, reason });
      };
      await job.inCommand(release, {
        event: "merchantBalance.unfreeze",
        input: { merchantId, id },
      });
    }
  },
});

/** Requests a verification of every tenant's books and of the audit trail each night. */
const nightlyWorker = defineWorker({
  queue: "ledger-verify-nightly",
  schema: z.object({}),
  schedule: { cron: "23 2 * * *" },
  handle: async (job) => {
    for (const tenantId of new Set([operatingTenantId, ...(await bookingTenants(job.db))]))
      await job.inCommand(
        async (ctx) => {
          const id = await addVerification(ctx, { tenantId, startedBy: ctx.actor.realName });
          await ctx.enqueue({ queue: verifyQueue, data: { id } });
        },
        { event: "job.ledger-verify-nightly" },
      );
  },
});

const retries = 2;
/** Findings stored individually; further ones are only counted. */
const keptViolations = 200;

/** Verifies the books of one tenant and stores the findings. */
const verifyWorker = (platform: Platform): JobWorker =>
  defineWorker({
    queue: verifyQueue,
    schema: z.object({ id: z.string() }),
    retry: { limit: retries, delaySeconds: 30 },
    expireSeconds: 4 * 3600,
    handle: async (job, { id }) => {
      const run = await findVerification(job.db, id);
      if (!run || run.finishedAt) return;
      try {
        await verifyTenant(platform, job, { id, tenantId: run.tenantId });
      } catch (error) {
        if (!job.signal.aborted && job.attempt >= retries)
          await updateVerification(job.db, id, { status: "broken", finishedAt: job.now.toISOString() });
        throw error;
      }
    },
  });

interface Run {
  readonly id: string;
  readonly tenantId: number;
}

/** Counts of a verification. */
interface VerificationCounts {
  books: number;
  journals: number;
  postings: number;
  seals: number;
  heads: number;
}

async function verifyTenant(platform: Platform, job: JobContext, { id, tenantId }: Run): Promise<void> {
  const seen: VerificationCounts = { books: 0, journals: 0, postings: 0, seals: 0, heads: 0 };
  const violations: StoredViolation[] = [];
  await updateVerification(job.db, id, { status: "running", startedAt: job.now.toISOString() });
  const keys = await sealKeysOf(platform, job);
  for (const book of await booksOfTenant(job.db, tenantId)) {
    job.signal.throwIfAborted();
    const check = await checkBook(job.db, book, keys);
    seen.books += 1;
    seen.journals += check.journals;
    seen.postings += check.postings;
    seen.seals += check.seals;
    violations.push(...storedViolations(book, check));
    await updateVerification(job.db, id, seen);
  }
  if (tenantId === operatingTenantId) {
    const trail = await checkAudit(job.db, keys, inputListener(keys));
    seen.seals += trail.seals;
    violations.push(...trail.findings.map((one) => ({ ...one, merchantId: null, book: null, place: null })));
  }
  const prices = await checkPriceSeals(job.db, { tenantId, withRates: tenantId === operatingTenantId }, keys);
  violations.push(...prices.map(({ merchantId, finding }) => ({ ...finding, merchantId, book: null, place: null })));
  const told = await compareWithPublished(job.db, tenantId, { keys, stores: headStoresOf(platform) });
  await reportFailedWitnesses(job, told.failed, "ledger.headsUnreadable");
  seen.heads = told.days;
  violations.push(...told.violations);
  await job.inCommand((ctx) => finish(ctx, { id, tenantId }, seen, violations), {
    event: "ledger.verify",
    input: { id },
  });
}

/** Stores the findings and notifies the responsible users. */
async function finish(
  ctx: Context,
  { id, tenantId }: Run,
  seen: VerificationCounts,
  violations: readonly StoredViolation[],
): Promise<void> {
  await updateVerification(ctx.db, id, {
    ...seen,
    status: violations.length === 0 ? "passed" : "failed",
    violationCount: violations.length,
    violations: JSON.stringify(violations.slice(0, keptViolations)),
    finishedAt: ctx.now.toISOString(),
  });
  await ctx.emit({
    topic: "ledger.verified",
    payload: { id, violationCount: violations.length },
    audience: { tenantId, permission: "ledger:verificationPage" },
  });
  const [first] = violations;
  if (!first) return;
  await recordException(ctx, {
    source: "ledger",
    eventType: "ledger.mismatch",
    level: "critical",
    message: `The books do not add up: ${first.law}`,
    objectType: "ledgerVerification",
    objectId: id,
    merchantId: first.merchantId,
    payload: { violationCount: violations.length, first },
  });
}

/** Background workers of the ledger. */
export const ledgerWorkers = (platform: Platform): readonly JobWorker[] => [
  sealWorker(platform),
  headsWorker(platform),
  expiryWorker,
  nightlyWorker,
  verifyWorker(platform),
];
