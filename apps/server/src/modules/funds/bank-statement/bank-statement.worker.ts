import { z } from "zod";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { bankMatchQueue } from "./bank-import.service.ts";
import { type BankMatchRound, finishMatching, matchSome } from "./bank-match.service.ts";
import type { StatementRef } from "./bank-statement.store.ts";

/** Matches a statement's new lines; on a repeated run also its open ones. */
export async function matchStatement(
  job: Pick<JobContext, "signal" | "inCommand">,
  ref: StatementRef,
  isAgain: boolean,
): Promise<void> {
  const step = { event: "bankStatement.run", input: { id: ref.statementId } } as const;
  const rounds: readonly BankMatchRound["status"][] = isAgain ? ["new", "open"] : ["new"];
  for (const status of rounds) {
    for (let after: number | null = 0; after !== null; ) {
      if (job.signal.aborted) throw new Error("stopped between two rounds of a bank statement");
      const behind: number = after;
      after = await job.inCommand((ctx) => matchSome(ctx, ref, { status, after: behind }), step);
    }
  }
  await job.inCommand((ctx) => finishMatching(ctx, ref), step);
}

/** Statements are matched as they are imported. */
export const bankStatementWorkers: readonly JobWorker[] = [
  defineWorker({
    queue: bankMatchQueue,
    schema: z.object({ merchantId: z.string(), statementId: z.string(), isAgain: z.boolean() }),
    concurrency: 2,
    expireSeconds: 3_600,
    handle: (job, { isAgain, ...ref }) => matchStatement(job, ref, isAgain),
  }),
];
