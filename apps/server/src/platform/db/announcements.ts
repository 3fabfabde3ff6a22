import { type DatabaseConnection, type Kysely, sql } from "kysely";
import type pg from "pg";
import type { Tables } from "./tables.ts";

/** What listeners of a channel are told. */
export interface Announcement {
  readonly channel: string;
  readonly payload: string;
}

/** What a transaction has to tell once it has committed. */
const kept = new WeakMap<DatabaseConnection, Announcement[]>();

/**
 * Tells the listeners of a channel when the transaction has committed, and never when it is rolled back; at once outside
 * of one. A `pg_notify` inside the transaction would do the same, but takes one lock of the whole server until the
 * commit is on disk, so that commits go one behind the other. In exchange a process that dies right after its commit
 * tells nobody: whoever listens has to look for itself now and then.
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

/** A transaction on the connection has committed: what it kept is told. */
export function tellCommitted(connection: DatabaseConnection, pool: pg.Pool): void {
  const announcements = kept.get(connection);
  if (!announcements) return;
  kept.delete(connection);
  relayOf(pool).tell(announcements);
}

/** A transaction on the connection was given up: what it kept is told to nobody. */
export const forgetAnnouncements = (connection: DatabaseConnection): void => void kept.delete(connection);

/** Announcements of one statement: each is a few bytes, and the database keeps 8 GB of them at most. */
const atOnceMax = 500;

/** Loses the log's last milliseconds with the server's, and takes the lock for no longer than that needs. */
const notifying = `
  SELECT set_config('synchronous_commit', 'off', true),
         (SELECT count(pg_notify(channel, payload)) FROM unnest($1::text[], $2::text[]) AS told(channel, payload))`;

/** Tells what the transactions of one pool have to tell: many in one statement where they come faster than it is answered. */
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
      // What is not told now is found by those who look for themselves.
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
