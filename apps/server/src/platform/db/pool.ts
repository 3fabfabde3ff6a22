import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from "kysely";
import pg from "pg";
import { isStalePlan, namedQuery } from "./statement-names.ts";
import type { Tables } from "./tables.ts";

const int8 = 20;
const timestamptz = 1184;
const date = 1082;

/** A number while it is exact, a bigint beyond 2^53, so that neither an id nor an amount is ever rounded. */
const parseInt8 = (text: string): number | bigint => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};

/** Instants leave the database as they go over the wire: ISO 8601 in UTC with milliseconds. */
const parseInstant = (text: string): string => new Date(text).toISOString();

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
  /** Connections kept at most; a hot row moves faster with a bounded pool than with an open door. */
  readonly max: number;
  readonly onError: (error: Error) => void;
}

/** A `pg` configuration with the product's type parsers; a `socket:` style URL reaches a Unix socket. */
export const connectionConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  types,
  connectionTimeoutMillis: 2_000,
  keepAlive: true,
});

/** Opens a pool. A broken idle connection is reported and replaced, never thrown into the process. */
export function openPool({ url, max, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(url), max, idleTimeoutMillis: 30_000 });
  pool.on("error", onError);
  return pool;
}

/** The pool under a query builder. */
export interface OpenedPool {
  readonly pool: pg.Pool;
  /** Whether statements may be kept prepared on its connections; an old pooler between them and us forbids it. */
  readonly isPrepared: boolean;
}

const camelCase = () => new CamelCasePlugin({ maintainNestedObjectKeys: true });
const pools = new WeakMap<Kysely<Tables>, OpenedPool & { readonly prepared: Kysely<Tables> }>();

/** The query builder over a pool: camelCase in TypeScript, snake_case in SQL. */
export function queryBuilder(pool: pg.Pool, { isPrepared = true } = {}): Kysely<Tables> {
  const builder = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [camelCase()] });
  const dialect = new PostgresDialect({ pool: isPrepared ? preparingPool(pool) : pool });
  pools.set(builder, { pool, isPrepared, prepared: new Kysely<Tables>({ dialect, plugins: [camelCase()] }) });
  return builder;
}

/** The pool of a query builder that {@link queryBuilder} made. */
export function openedPool(db: Kysely<Tables>): OpenedPool {
  const opened = pools.get(db);
  if (!opened) throw new Error("only a query builder over a pool has one");
  return opened;
}

/**
 * The same query builder with every statement kept prepared, for the few that come with every request and find their
 * rows by a key: planning them costs more than running them. In a transaction it is the one given.
 */
export const prepared = (db: Kysely<Tables>): Kysely<Tables> => pools.get(db)?.prepared ?? db;

/** The pool with a name for every statement. It is closed with the one it stands on. */
const preparingPool = (pool: pg.Pool): PostgresPool => ({
  options: pool.options as object,
  connect: async () => preparing(await pool.connect()),
  end: async () => {},
});

interface Preparing {
  readonly processID?: number;
  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult>;
  release(error?: Error | boolean): void;
}

const preparings = new WeakMap<pg.PoolClient, Preparing>();

function preparing(client: pg.PoolClient): never {
  const made = preparings.get(client) ?? {
    query: (text: string, values: readonly unknown[]) => queryPrepared(client, text, values),
    release: (error?: Error | boolean) => client.release(error),
  };
  preparings.set(client, made);
  return made as never;
}

async function queryPrepared(client: pg.PoolClient, text: string, values: readonly unknown[]) {
  const query = namedQuery(text, values, true);
  try {
    return await client.query(query);
  } catch (error) {
    if (query.name === undefined || !isStalePlan(error)) throw error;
    const { connection } = client as unknown as { connection: { parsedStatements: Record<string, string> } };
    delete connection.parsedStatements[query.name];
    await client.query(`DEALLOCATE ${pg.escapeIdentifier(query.name)}`);
    return client.query(query);
  }
}
