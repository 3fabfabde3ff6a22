import { CamelCasePlugin, type Driver, Kysely, PostgresDialect, PostgresDriver } from "kysely";
import pg from "pg";
import { forgetAnnouncements, tellCommitted } from "./announcements.ts";
import type { Tables } from "./tables.ts";

const int8 = 20;
const timestamptz = 1184;
const date = 1082;

/** A number while exact, a bigint beyond 2^53, so that no id or amount is rounded. */
const parseInt8 = (text: string): number | bigint => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};

const writtenInUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

/** Instants are read in wire format: ISO 8601 in UTC with milliseconds. */
export function parseInstant(text: string): string {
  // Fast path for the usual format: a page of a list has two hundred instants, and parsing them as dates takes a third
  // of its time.
  if (!writtenInUtc.test(text)) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, "0").slice(0, 3)}Z`;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (format !== "binary") {
      if (oid === int8) return parseInt8;
      if (oid === timestamptz) return parseInstant;
      if (oid === date) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/** Options of one pool. */
export interface PoolOptions {
  readonly url: string;
  /** Most connections. A contended row is updated faster with a bounded pool. */
  readonly max: number;
  readonly onError: (error: Error) => void;
}

/** `pg` configuration with the product's type parsers; a `socket:` URL reaches a Unix socket. */
export const connectionConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  types,
  connectionTimeoutMillis: 2_000,
  keepAlive: true,
});

/** Opens a pool. A broken connection is replaced, and reported if it was idle; it never crashes the process. */
export function openPool({ url, max, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(url), max, idleTimeoutMillis: 30_000 });
  pool.on("error", onError);
  // The pool listens to idle connections only; a connection that breaks in use has failed its statement already.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Sends a transaction's announcements after its commit. */
class TellingDriver extends PostgresDriver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override async commitTransaction(...[connection]: Parameters<PostgresDriver["commitTransaction"]>): Promise<void> {
    await super.commitTransaction(connection);
    tellCommitted(connection, this.#pool);
  }

  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver["rollbackTransaction"]>
  ): Promise<void> {
    forgetAnnouncements(connection);
    await super.rollbackTransaction(connection);
  }
}

class TellingDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new TellingDriver(this.#pool);
  }
}

const pools = new WeakMap<Kysely<Tables>, pg.Pool>();

/** The query builder over a pool: camelCase in TypeScript, snake_case in SQL. */
export function queryBuilder(pool: pg.Pool): Kysely<Tables> {
  const builder = new Kysely<Tables>({
    dialect: new TellingDialect(pool),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  pools.set(builder, pool);
  return builder;
}

/** The pool of a query builder made by {@link queryBuilder}; undefined for one that is bound to a transaction. */
export const findPool = (db: Kysely<Tables>): pg.Pool | undefined => pools.get(db);

/** The pool of a query builder; throws where it has none. */
export function poolOf(db: Kysely<Tables>): pg.Pool {
  const pool = findPool(db);
  if (!pool) throw new Error("only a query builder over a pool has one");
  return pool;
}
