import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { deadLetterQueue } from "../../../platform/jobs/worker.ts";

// The job library's own table: read only, since only the library knows its rules.

/** A job in the dead-letter queue. */
export interface DeadLetterJob {
  readonly id: string;
  /** Id of the failure in the inbox, so that it is added once. */
  readonly itemId: string;
  readonly queue: string;
  readonly data: object;
  /** First line of the last error. */
  readonly error: string | null;
}

/** Dead letters not yet in the inbox, oldest first. */
export async function newDeadJobs(db: Kysely<Tables>, limit: number): Promise<DeadLetterJob[]> {
  const { rows } = await sql<DeadLetterJob>`
    SELECT j.id::text AS id, 'exi_' || j.id AS item_id, j.source_name AS queue, coalesce(j.data, '{}') AS data,
           split_part(j.source_output ->> 'message', E'\n', 1) AS error
      FROM pgboss.job j
     WHERE j.name = ${deadLetterQueue} AND j.source_name IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM event_exception_items i WHERE i.id = 'exi_' || j.id)
     ORDER BY j.created_on
     LIMIT ${limit}`.execute(db);
  return rows;
}
