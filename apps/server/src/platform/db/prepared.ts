import { type CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect, type QueryResult } from "kysely";
import type pg from "pg";
import { findPool } from "./pool.ts";
import { isStatementLost, keepsStatements, nameOfStatement } from "./statement-names.ts";
import type { Tables } from "./tables.ts";

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Sends statements one by one, each in a transaction of its own, on whatever connection of the pool is free. */
class PreparingConnection implements DatabaseConnection {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const asked = { text: sql, values: [...parameters] };
    try {
      return resultOf(await this.#send(asked, nameOfStatement(sql)));
    } catch (error) {
      if (!isStatementLost(error)) throw error;
      return resultOf(await this.#send(asked, undefined));
    }
  }

  async #send(asked: pg.QueryConfig, name: string | undefined): Promise<pg.QueryResult> {
    const client = await this.#pool.connect();
    let isSound = true;
    try {
      const mayPrepare = name !== undefined && (await keepsStatements(client));
      return await client.query(mayPrepare ? { ...asked, name } : asked);
    } catch (error) {
      isSound = !isStatementLost(error);
      throw error;
    } finally {
      client.release(!isSound);
    }
  }

  // biome-ignore lint/correctness/useYield: rows that come in pieces need a connection for themselves.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("a prepared statement streams nothing");
  }
}

function resultOf<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const result = { rows: rows as R[] };
  return changing.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
}

const builders = new WeakMap<Kysely<Tables>, Kysely<Tables>>();

/**
 * The same database for statements that come with every call: each connection keeps them prepared, so that they are
 * parsed and planned once and not every time. Only for statements that find rows by their keys, whose plan is the same
 * whatever is asked for; lists with filters are not. A transaction is given back as it is.
 */
export function prepared(db: Kysely<Tables>): Kysely<Tables> {
  const pool = findPool(db);
  if (!pool) return db;
  const known = builders.get(db);
  if (known) return known;
  const connection = new PreparingConnection(pool);
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
  const dialect = new PostgresDialect({ pool });
  const builder = new Kysely<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
  builders.set(db, builder);
  return builder;
}
