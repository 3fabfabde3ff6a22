import type { Writable } from "node:stream";
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
import { giveWay } from "../load/gate-place.ts";
import { tellCommitted } from "./announcements.ts";
import { poolOf } from "./pool.ts";
import { isStatementLost, keepsStatements, nameOfStatement } from "./statement-names.ts";
import type { Tables } from "./tables.ts";

/** Members of the driver's client that its types omit. */
type PipeliningClient = pg.PoolClient & {
  /** While set, statements are sent without waiting for earlier answers. */
  pipeline: boolean;
  readonly connection: { readonly stream: Pick<Writable, "cork" | "uncork"> };
};

/** Maps a statement's error to the one that is thrown. */
type StatementResult = (error: Error) => Error;

const asItIs: StatementResult = (error) => error;
const ignore = (): void => {};
const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Whether a statement is harmless outside a transaction. Raw SQL may do anything, so it is not. */
const isRead = (node: RootOperationNode): boolean => node.kind === "SelectQueryNode" && node.with === undefined;

/** One connection for the length of a transaction, which accepts statements while others are still in flight. */
class PipelinedConnection implements DatabaseConnection {
  readonly #client: PipeliningClient;
  readonly #isPrepared: boolean;
  /** BEGIN, until it is answered. */
  #opening: Promise<unknown> | undefined;
  #isHeld = false;
  #isOver = false;
  #isGathering = false;
  /** The first failure: for every later statement the database only reports that the transaction is aborted. */
  #fault: Error | undefined;
  /** Steps that run alongside the transaction. */
  readonly #steps = new Set<Promise<unknown>>();

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

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.execute(query);
  }

  /** `told` maps a failure of the statement to the error that is thrown. */
  async execute<R>({ sql, parameters, query }: CompiledQuery, told?: StatementResult): Promise<QueryResult<R>> {
    // Reads are sent right behind BEGIN. If BEGIN fails nothing may have been written, so everything else waits for
    // it.
    if (this.#opening) {
      this.#isHeld ||= !isRead(query);
      if (this.#isHeld) await this.#opening;
    }
    // A later statement would run outside the transaction, or within the next one on the connection.
    if (this.#isOver) throw new Error("the transaction is over");
    const name = this.#isPrepared ? nameOfStatement(sql) : undefined;
    const named = name === undefined ? {} : { name };
    const { command, rowCount, rows } = await this.#send({ text: sql, values: [...parameters], ...named }, told);
    const way = giveWay();
    if (way) await way;
    const result = { rows: rows as R[] };
    return changing.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
  }

  // biome-ignore lint/correctness/useYield: rows that come in pieces would keep the connection from everything else.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("a pipelined transaction streams nothing");
  }

  /** Makes the commit wait for the step and fail with it. */
  follow(step: Promise<unknown>): void {
    const ended = step
      .catch((error: Error) => {
        this.#fault ??= error;
      })
      .finally(() => this.#steps.delete(ended));
    this.#steps.add(ended);
  }

  /** Sent right behind unawaited writes: a statement that fails turns the commit into a rollback. */
  async commit(): Promise<void> {
    await this.#opening;
    while (this.#steps.size > 0) await Promise.all(this.#steps);
    if (this.#fault) throw this.#fault;
    this.#isOver = true;
    const { command } = await this.#send("commit");
    if (command !== "COMMIT") throw this.#fault ?? new Error("the transaction was lost before its commit");
  }

  /** Answered after everything in flight; false where the connection can no longer be used. */
  async rollback(): Promise<boolean> {
    this.#isOver = true;
    const isSound = await this.#send("rollback").then(
      () => true,
      () => false,
    );
    await Promise.all(this.#steps);
    return isSound;
  }

  /**
   * Writes everything sent before the next wait to the socket at once: each write is a system call that wakes the
   * database, and costs as much as building the statement.
   */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  /** The callback learns of a failure before the next line runs, also for values that cannot be serialised. */
  #send(query: string | pg.QueryConfig, told: StatementResult = asItIs): Promise<pg.QueryResult> {
    this.#gather();
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null, result: pg.QueryResult) => {
        if (!error) return resolve(result);
        this.#fault ??= told(error);
        reject(this.#fault);
      };
      // The driver accepts either form; its types allow a callback behind one of them only.
      this.#client.query(query as pg.QueryConfig, settle as never);
    });
  }
}

const connections = new WeakMap<Kysely<Tables>, PipelinedConnection>();

/** The query builder bound to the connection. It does not queue its statements behind one another. */
function builderOn(db: Kysely<Tables>, connection: PipelinedConnection, pool: pg.Pool): Kysely<Tables> {
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
  const dialect = new PostgresDialect({ pool });
  const tx = new Transaction<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
  connections.set(tx, connection);
  return tx;
}

/**
 * Runs `work` in one pipelined transaction: statements are sent without waiting for one another where `work` does not
 * wait. BEGIN goes with the first reads, COMMIT right behind those given to {@link write}. The database executes them
 * in order, so the semantics are unchanged. Statements are kept prepared where the connection supports it and the
 * caller does not forbid it, as it must after a failure that {@link isStatementLost} reports.
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
    tellCommitted(connection, pool);
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
 * Sends a statement whose result is not needed. In a pipelined transaction it is sent at once and has to succeed
 * before the commit does; anywhere else it is awaited. `told` maps its failure to the error that is thrown.
 */
export async function write(db: Kysely<Tables>, query: CompiledQuery, told: StatementResult = asItIs): Promise<void> {
  const connection = connections.get(db);
  if (connection) return void connection.execute(query, told).catch(ignore);
  await db.executeQuery(query).catch((error: Error) => {
    throw told(error);
  });
}

/**
 * Runs a step of a pipelined transaction alongside the following ones: the commit waits for it and fails with it. For
 * steps whose result nothing in the transaction uses. Anywhere else it is awaited.
 */
export async function alongside(db: Kysely<Tables>, step: () => Promise<unknown>): Promise<void> {
  const connection = connections.get(db);
  if (connection) connection.follow(step());
  else await step();
}

/**
 * Runs independent steps of one transaction concurrently and waits for all of them, also when one fails: a step that
 * outlived the transaction would run after its end. Throws the first failure.
 */
export async function together<T extends readonly unknown[] | []>(
  steps: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const all = Promise.all(steps);
  await Promise.allSettled([all, ...steps]);
  return all;
}
