import type { Writable } from "node:stream";
import { type CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect, type QueryResult } from "kysely";
import type pg from "pg";
import { giveWay } from "../load/gate-place.ts";
import { findPool } from "./pool.ts";
import { isStatementLost, keepsStatements, nameOfStatement } from "./statement-names.ts";
import type { Tables } from "./tables.ts";

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Members of the driver's client that its types omit. */
type PipeliningClient = pg.PoolClient & {
  /** While set, statements are sent without waiting for earlier answers. */
  pipeline: boolean;
  readonly connection: { readonly stream: Pick<Writable, "cork" | "uncork"> };
};

/** Options of a statement that is sent in one batch with others. */
export interface InCompany {
  /**
   * Key of the batch: statements asked for with the same object before it waits are sent at once over one connection.
   */
  readonly company?: object;
}

interface Asked {
  readonly query: pg.QueryConfig;
  readonly name: string | undefined;
  readonly answer: PromiseWithResolvers<pg.QueryResult>;
}

/** Sends statements, each in its own transaction, on any free connection of the pool. */
class PreparingConnection implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #companies = new WeakMap<object, Asked[]>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async executeQuery<R>({ sql, parameters, company }: CompiledQuery & InCompany): Promise<QueryResult<R>> {
    const query = { text: sql, values: [...parameters] };
    const name = nameOfStatement(sql);
    const result = await (company ? this.#join(company, query, name) : this.#send(query, name)).catch((error) => {
      if (!isStatementLost(error)) throw error;
      return this.#send(query, undefined);
    });
    const way = giveWay();
    if (way) await way;
    return resultOf(result);
  }

  #join(company: object, query: pg.QueryConfig, name: string | undefined): Promise<pg.QueryResult> {
    const asked = { query, name, answer: Promise.withResolvers<pg.QueryResult>() };
    const waiting = this.#companies.get(company);
    if (waiting) waiting.push(asked);
    else {
      const all = [asked];
      this.#companies.set(company, all);
      process.nextTick(() => {
        this.#companies.delete(company);
        this.#sendTogether(all).catch((error: unknown) => {
          for (const { answer } of all) answer.reject(error);
        });
      });
    }
    return asked.answer.promise;
  }

  /** One write and one wait for the batch; each statement is still its own transaction and fails alone. */
  async #sendTogether(all: readonly Asked[]): Promise<void> {
    const client = (await this.#pool.connect()) as PipeliningClient;
    let isSound = true;
    try {
      const mayPrepare = await keepsStatements(client);
      const { stream } = client.connection;
      client.pipeline = true;
      stream.cork();
      const ends = all.map(async ({ query, name, answer }) => {
        try {
          answer.resolve(await client.query(mayPrepare && name !== undefined ? { ...query, name } : query));
        } catch (error) {
          isSound &&= !isStatementLost(error);
          answer.reject(error);
        }
      });
      stream.uncork();
      await Promise.all(ends);
    } finally {
      client.pipeline = false;
      client.release(!isSound);
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
 * The same database with prepared statements, for statements of every call: each connection parses and plans them
 * once. Only for statements that find rows by keys, whose plan does not depend on the values; not for lists with
 * filters. A transaction is returned as it is.
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
