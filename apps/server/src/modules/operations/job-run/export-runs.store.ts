import { jobRunLifecycle, jobTopic } from "@countinghouse/contract/operations/job-run/job-run.ts";
import type { Kysely } from "kysely";
import { asJson } from "../../../platform/db/json-columns.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { ExportRun, ExportRuns } from "../../../platform/export/export-run.ts";
import { recordEvent } from "../../../platform/outbox/outbox.ts";
import { jobRunView } from "./job-run.store.ts";

/** Runs of all users, for the worker that writes export files: it has no actor before it has read the run. */
export const exportRuns = (db: Kysely<Tables>): ExportRuns => ({
  read: async (id) => {
    const row = await db
      .selectFrom("jobRuns")
      .select(["id", "kind", "userId", "tenantId", "input"])
      .where("id", "=", id)
      .executeTakeFirst();
    return row as ExportRun | undefined;
  },
  move: (id, action, facts) => {
    const { from, to } = jobRunLifecycle.actions[action];
    return changeRun(db, id, from, { ...facts, state: to });
  },
  noteProgress: (id, facts) => changeRun(db, id, ["running"], facts),
});

/** Changes a run in one of the given states and notifies its user, in one transaction. */
function changeRun(
  db: Kysely<Tables>,
  id: string,
  states: readonly (typeof jobRunLifecycle.states)[number][],
  values: object,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("jobRuns")
      .set(asJson("jobRuns", values))
      .where("id", "=", id)
      .where("state", "in", [...states])
      .returning([...jobRunView, "userId"])
      .executeTakeFirst();
    if (!row) return false;
    const { userId, ...payload } = row;
    await recordEvent(tx, { topic: jobTopic, payload, audience: { userIds: [userId] } });
    return true;
  });
}
