import { type DatabaseConnection, type Kysely, sql } from "kysely";
import type pg from "pg";
import type { Tables } from "./tables.ts";

/** A notification for the listeners of a channel. */
export interface Announcement {
  readonly channel: string;
  readonly payload: string;
}

/** Notifications of a transaction, kept until it has committed. */
const kept = new WeakMap<DatabaseConnection, Announcement[]>();

/**
 * Notifies the listeners of a channel once the transaction has committed, never when it is rolled back; immediately
 * outside a transaction. `pg_notify` inside the transaction would do the same, but holds a server-wide lock until the
 * commit is on disk, which serialises all commits. In exchange, a process that dies right after its commit notifies
 * nobody: listeners have to poll now and then.
 */
export async function announce(db: Kysely<Tables>, announcement: Announcement): Promise<void> {
  if (!db.isTransaction) {
    await sql`SELECT pg_notify(${announcement.channel}, ${announcement.payload})`.execute(db);
    return;
  }
  await db.getExecutor().provideConnection(async (connection) => {
    const known = kept.get(connection);
    if (known) known.push(announcement);
    else kept.set(connection, [announcement]);
  });
}

/** Sends what the committed transaction of this connection had to announce. */
export function tellCommitted(connection: DatabaseConnection, pool: pg.Pool): void {
  const announcements = kept.get(connection);
  if (!announcements) return;
  kept.delete(connection);
  relayOf(pool).tell(announcements);
}

/** Drops the announcements of a transaction that was rolled back. */
export const forgetAnnouncements = (connection: DatabaseConnection): void => void kept.delete(connection);

/** Announcements per statement. Each is a few bytes; PostgreSQL queues 8 GB at most. */
const atOnceMax = 500;

/**
 * Does not wait for the disk (`synchronous_commit`): a server crash may lose the last milliseconds, and the notify
 * lock is held briefly.
 */
const notifying = `
  SELECT set_config('synchronous_commit', 'off', true),
         (SELECT count(pg_notify(channel, payload)) FROM unnest($1::text[], $2::text[]) AS told(channel, payload))`;

/** Sends the notifications of one pool, batched into one statement where they arrive faster than it is answered. */
class Relay {
  readonly #pool: pg.Pool;
  #waiting: Announcement[] = [];
  #isTelling = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  tell(announcements: readonly Announcement[]): void {
    this.#waiting.push(...announcements);
    if (!this.#isTelling) void this.#tellAll();
  }

  async #tellAll(): Promise<void> {
    this.#isTelling = true;
    while (this.#waiting.length > 0) {
      const told = this.#waiting.splice(0, atOnceMax);
      const values = [told.map(({ channel }) => channel), told.map(({ payload }) => payload)];
      // Listeners find a lost notification by polling.
      await this.#pool.query(notifying, values).catch(() => {});
    }
    this.#isTelling = false;
  }
}

const relays = new WeakMap<pg.Pool, Relay>();

function relayOf(pool: pg.Pool): Relay {
  const known = relays.get(pool);
  if (known) return known;
  const relay = new Relay(pool);
  relays.set(pool, relay);
  return relay;
}
