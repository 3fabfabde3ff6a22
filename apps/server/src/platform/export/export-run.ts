import { type JobRun, jobRunLifecycle, jobTopic } from "@countinghouse/contract/job-run/job-run.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Kysely } from "kysely";
import type { Tables } from "../db/tables.ts";
import { recordEvent } from "../outbox/outbox.ts";
import type { ExportRequest } from "./start-export.ts";

/** An export as it was asked for. */
export interface ExportRun {
  readonly id: string;
  readonly kind: string;
  readonly userId: number;
  readonly tenantId: number | null;
  readonly input: ExportRequest & { readonly locale: Locale };
}

const shown = [
  "id",
  "kind",
  "state",
  "progress",
  "rows",
  "fileName",
  "fileBytes",
  "fileChecksum",
  "error",
  "createdAt",
  "startedAt",
  "finishedAt",
  "expiresAt",
] as const;

type Action = Exclude<keyof typeof jobRunLifecycle.actions, "cancel">;
type Facts = Partial<Omit<JobRun, "id" | "kind" | "state" | "createdAt">> & { readonly filePath?: string | null };

/** The run, or undefined when there is none. */
export async function readRun(db: Kysely<Tables>, id: string): Promise<ExportRun | undefined> {
  const row = await db
    .selectFrom("jobRuns")
    .select(["id", "kind", "userId", "tenantId", "input"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row as unknown as ExportRun | undefined;
}

/**
 * Moves a run on and tells its user in one transaction. Answers false when the run is in a state the action does not
 * start from: cancelled meanwhile, or ended by another node.
 */
export function moveRun(db: Kysely<Tables>, id: string, action: Action, facts: Facts): Promise<boolean> {
  const { from, to } = jobRunLifecycle.actions[action];
  return changeRun(db, id, from, { ...facts, state: to });
}

/** Notes how far a run is. Answers false when it no longer runs. */
export const noteProgress = (
  db: Kysely<Tables>,
  id: string,
  facts: Pick<Facts, "progress" | "rows">,
): Promise<boolean> => changeRun(db, id, ["running"], facts);

function changeRun(
  db: Kysely<Tables>,
  id: string,
  states: readonly JobRun["state"][],
  values: object,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("jobRuns")
      .set(values)
      .where("id", "=", id)
      .where("state", "in", [...states])
      .returning([...shown, "userId"])
      .executeTakeFirst();
    if (!row) return false;
    const { userId, ...payload } = row;
    await recordEvent(tx, { topic: jobTopic, payload, audience: { userIds: [userId] } });
    return true;
  });
}
