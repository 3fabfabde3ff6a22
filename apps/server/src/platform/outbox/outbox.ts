import type { Kysely } from "kysely";
import { announce } from "../db/announcements.ts";
import { alongside } from "../db/pipelined.ts";
import type { Tables } from "../db/tables.ts";
import type { DomainEvent } from "../http/context.ts";

/** Channel that announces new outbox events; the payload is the newest event's id. */
export const outboxChannel = "countinghouse_outbox";

/**
 * Records an event in the caller's transaction. Listeners are notified after the commit, so that nobody hears of a
 * change that was rolled back.
 */
export const recordEvent = (db: Kysely<Tables>, event: DomainEvent): Promise<void> =>
  alongside(db, async () => {
    const { id } = await db
      .insertInto("outboxEvents")
      .values({
        topic: event.topic,
        payload: JSON.stringify(event.payload),
        audience: JSON.stringify(event.audience ?? {}),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await announce(db, { channel: outboxChannel, payload: String(id) });
  });
