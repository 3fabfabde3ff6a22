import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  type QueryResult,
  type RootOperationNode,
  Transaction,
} from "kysely";
import type pg from "pg";
import { poolOf } from "./pool.ts";
import { isStatementLost, keepsStatements, nameOfStatement } from "./statement-names.ts";
import type { Tables } from "./tables.ts";

/** What of the driver's client its types leave out. */
type PipeliningClient = pg.PoolClient & {
  /** Statements are sent on without waiting for the answers of those before while this is set. */
  pipeline: boolean;
};

const ignore = (): void => {};
const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Whether a statement does no harm outside a transaction. Raw SQL may do anything. */
const isRead = (node: RootOperationNode): boolean => node.kind === "SelectQueryNode" && node.with === undefined;

/** One connection for the length of a transaction, which takes statements while others are still out. */
class PipelinedConnection implements DatabaseConnection {
  readonly #client: PipeliningClient;
  readonly #isPrepared: boolean;
  /** Until the transaction is open. */
  #opening: Promise<unknown> | undefined;
  #isHeld = false;
  #isOver = false;
  /** What failed first: of everything after it the database only says that the transaction is lost. */
  #fault: Error | undefined;

  constructor(client: PipeliningClient, isPrepared: boolean) {
    this.#client = client;
    this.#isPrepared = isPrepared;
    client.pipeline = true;
    const opening = this.#send("begin");
    const opened = () => {
      this.#opening = undefined;
    };
    opening.then(opened, ignore);
    this.#opening = opening;
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    // Reads go right behind BEGIN. Should that fail, nothing may have been written, so anything else waits for it.
    if (this.#opening) {
      this.#isHeld ||= !isRead(query);
      if (this.#isHeld) await this.#opening;
    }
    // Whatever goes on after the end would be outside the transaction, or within the next one on the connection.
    if (this.#isOver) throw new Error("the transaction is over");
    const name = this.#isPrepared ? nameOfStatement(sql) : undefined;
    const named = name === undefined ? {} : { name };
    const { command, rowCount, rows } = await this.#send({ text: sql, values: [...parameters], ...named });
    const result = { rows: rows as R[] };
    return changing.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
  }

  // biome-ignore lint/correctness/useYield: rows that come in pieces would keep the connection from everything else.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("a pipelined transaction streams nothing");
  }

  /** Goes right behind what nobody waits for: a statement that fails turns the commit into a rollback. */
  async commit(): Promise<void> {
    await this.#opening;
    if (this.#fault) throw this.#fault;
    this.#isOver = true;
    const { command } = await this.#send("commit");
    if (command !== "COMMIT") throw this.#fault ?? new Error("the transaction was lost before its commit");
  }

  /** Is answered after everything that is still out; false where the connection is of no more use. */
  async rollback(): Promise<boolean> {
    this.#isOver = true;
    return this.#send("rollback").then(
      () => true,
      () => false,
    );
  }

  /** The callback learns of a failure before the next line runs, also of values that cannot be sent at all. */
  #send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null, result: pg.QueryResult) => {
        if (!error) return resolve(result);
        this.#fault ??= error;
        reject(this.#fault);
      };
      // The driver takes either; its types know a callback behind one of them at a time.
      this.#client.query(query as pg.QueryConfig, settle as never);
    });
  }
}

const connections = new WeakMap<Kysely<Tables>, PipelinedConnection>();

/** The query builder bound to the connection. Its statements are not queued behind one another. */
function builderOn(db: Kysely<Tables>, connection: PipelinedConnection, pool: pg.Pool): Kysely<Tables> {
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
  const dialect = new PostgresDialect({ pool });
  const tx = new Transaction<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
  connections.set(tx, connection);
  return tx;
}

/**
 * Runs `work` in one transaction whose statements go out without waiting for one another where `work` does not: BEGIN
 * goes with the first reads, COMMIT right behind those given to {@link write}. The database takes them one by one in
 * the order in which they came, so nothing else is different. Statements are kept prepared where the connection can and
 * the caller does not forbid it: it has to after a failure that {@link isStatementLost} tells.
 */
export async function pipelinedTransaction<R>(
  db: Kysely<Tables>,
  work: (tx: Kysely<Tables>) => Promise<R>,
  { mayPrepare = true }: { readonly mayPrepare?: boolean } = {},
): Promise<R> {
  const pool = poolOf(db);
  const client = (await pool.connect()) as PipeliningClient;
  let connection: PipelinedConnection | undefined;
  let isSound = true;
  try {
    connection = new PipelinedConnection(client, mayPrepare && (await keepsStatements(client)));
    const result = await work(builderOn(db, connection, pool));
    await connection.commit();
    return result;
  } catch (error) {
    isSound = (await connection?.rollback()) === true && !isStatementLost(error);
    throw error;
  } finally {
    client.pipeline = false;
    client.release(!isSound);
  }
}

/**
 * Sends a statement whose result nobody needs. In a pipelined transaction it goes out at once and must have succeeded
 * before the commit does; anywhere else it is waited for.
 */
export async function write(db: Kysely<Tables>, query: CompiledQuery): Promise<void> {
  const connection = connections.get(db);
  if (connection) connection.executeQuery(query).catch(ignore);
  else await db.executeQuery(query);
}

/**
 * Waits for steps of one transaction that do not need one another, and until the last of them has ended, also when one
 * fails: a step that outlived the transaction would go on after its end. Fails with what failed first.
 */
export async function together<T extends readonly unknown[] | []>(
  steps: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const all = Promise.all(steps);
  await Promise.allSettled([all, ...steps]);
  return all;
}
