import { type Kysely, sql } from "kysely";
import { write } from "../db/pipelined.ts";
import type { Tables } from "../db/tables.ts";
import type { DomainEvent } from "../http/context.ts";

/** Channel on which every node hears that the outbox has grown; the payload is the newest event's id. */
export const outboxChannel = "countinghouse_outbox";

/**
 * Records an event in the caller's transaction and wakes the listeners when it commits. PostgreSQL delivers the
 * notification only then, so that nobody hears of a change that was rolled back.
 */
export async function recordEvent(db: Kysely<Tables>, event: DomainEvent): Promise<void> {
  const recorded = sql`
    WITH recorded AS (
      INSERT INTO outbox_events (topic, payload, audience)
      VALUES (${event.topic}, ${JSON.stringify(event.payload)}::jsonb, ${JSON.stringify(event.audience ?? {})}::jsonb)
      RETURNING id
    )
    SELECT pg_notify(${outboxChannel}, id::text) FROM recorded`;
  await write(db, recorded.compile(db));
}
