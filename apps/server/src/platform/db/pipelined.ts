import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from "kysely";
import type pg from "pg";
import { type OpenedPool, openedPool } from "./pool.ts";
import { isStalePlan, namedQuery } from "./statement-names.ts";
import type { Tables } from "./tables.ts";

/** The driver sends statements on without waiting for the answers of those before while this is set. */
type PipeliningClient = pg.PoolClient & { pipeline: boolean };

const ignore = (): void => {};
const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** One connection for the length of a transaction, which takes statements while others are still out. */
class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #isPrepared: boolean;
  /** Statements that nobody waits for but the commit. */
  readonly writes: Promise<unknown>[] = [];
  /** What failed first: everything after it is only told that the transaction is over. */
  fault: unknown;
  isStale = false;

  constructor(client: pg.PoolClient, isPrepared: boolean) {
    this.#client = client;
    this.#isPrepared = isPrepared;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows } = await this.#client.query(namedQuery(sql, parameters, this.#isPrepared));
      const result = { rows: rows ?? [] };
      return changing.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
    } catch (error) {
      this.fault ??= error;
      this.isStale ||= isStalePlan(error);
      throw error;
    }
  }

  write(query: CompiledQuery): void {
    const write = this.executeQuery(query);
    write.catch(ignore);
    this.writes.push(write);
  }

  // biome-ignore lint/correctness/useYield: rows that come in pieces would keep the connection from everything else.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("a pipelined transaction streams nothing");
  }
}

const connections = new WeakMap<Kysely<Tables>, PipelinedConnection>();

/** The query builder bound to the connection. Statements are not queued behind one another as in other transactions. */
function builderOn(db: Kysely<Tables>, connection: PipelinedConnection, { pool }: OpenedPool): Kysely<Tables> {
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
  const dialect = new PostgresDialect({ pool });
  const tx = new Transaction<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
  connections.set(tx, connection);
  return tx;
}

/**
 * Runs `work` in one transaction whose statements go out without waiting for one another where `work` does not: BEGIN
 * goes with the first of them, COMMIT right behind those given to {@link write}. The database takes them one by one in
 * the order in which they came, so nothing else is different.
 */
export async function pipelinedTransaction<R>(
  db: Kysely<Tables>,
  work: (tx: Kysely<Tables>) => Promise<R>,
): Promise<R> {
  const opened = openedPool(db);
  const client = (await opened.pool.connect()) as PipeliningClient;
  const connection = new PipelinedConnection(client, opened.isPrepared);
  let isBroken = false;
  client.pipeline = true;
  try {
    client.query("begin").catch(ignore);
    const result = await work(builderOn(db, connection, opened));
    await commit(client, connection);
    return result;
  } catch (error) {
    // Whatever is still out is answered before this is.
    await client.query("rollback").catch(() => {
      isBroken = true;
    });
    throw connection.fault ?? error;
  } finally {
    client.pipeline = false;
    client.release(isBroken || connection.isStale);
  }
}

async function commit(client: pg.PoolClient, { writes }: PipelinedConnection): Promise<void> {
  const committed = client.query("commit");
  // A write that failed has turned the commit into a rollback: its reason is the one to tell.
  const [answer, ...written] = await Promise.allSettled([committed, ...writes]);
  for (const one of [...written, answer]) if (one?.status === "rejected") throw one.reason;
  if (answer.status === "fulfilled" && answer.value.command === "ROLLBACK")
    throw new Error("the transaction was over before its commit");
}

/**
 * Sends a statement whose result nobody needs. In a pipelined transaction it goes out at once and must have succeeded
 * before the commit does; anywhere else it is waited for. Statements go out in the order of the calls, but before
 * others that were begun earlier and not awaited: what depends on a row waits for the row, or writes it this way too.
 */
export async function write(db: Kysely<Tables>, query: CompiledQuery): Promise<void> {
  const connection = connections.get(db);
  if (connection) connection.write(query);
  else await db.executeQuery(query);
}
