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

/** What of the driver's client its types leave out. */
type PipeliningClient = pg.PoolClient & {
  /** Statements are sent on without waiting for the answers of those before while this is set. */
  pipeline: boolean;
  readonly connection: { readonly stream: Pick<Writable, "cork" | "uncork"> };
};

/** What a failure is told as. */
type StatementResult = (error: Error) => Error;

const asItIs: StatementResult = (error) => error;
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
  #isGathering = false;
  /** What failed first: of everything after it the database only says that the transaction is lost. */
  #fault: Error | undefined;
  /** Steps that go on by themselves. */
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

  /** `told` is what a failure of the statement is told as. */
  async execute<R>({ sql, parameters, query }: CompiledQuery, told?: StatementResult): Promise<QueryResult<R>> {
    // Reads go right behind BEGIN. Should that fail, nothing may have been written, so anything else waits for it.
    if (this.#opening) {
      this.#isHeld ||= !isRead(query);
      if (this.#isHeld) await this.#opening;
    }
    // Whatever goes on after the end would be outside the transaction, or within the next one on the connection.
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

  /** The commit waits for the step, and fails with it. */
  follow(step: Promise<unknown>): void {
    const ended = step
      .catch((error: Error) => {
        this.#fault ??= error;
      })
      .finally(() => this.#steps.delete(ended));
    this.#steps.add(ended);
  }

  /** Goes right behind what nobody waits for: a statement that fails turns the commit into a rollback. */
  async commit(): Promise<void> {
    await this.#opening;
    while (this.#steps.size > 0) await Promise.all(this.#steps);
    if (this.#fault) throw this.#fault;
    this.#isOver = true;
    const { command } = await this.#send("commit");
    if (command !== "COMMIT") throw this.#fault ?? new Error("the transaction was lost before its commit");
  }

  /** Is answered after everything that is still out; false where the connection is of no more use. */
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
   * What is sent before the node waits for anything goes out in one piece: every write to the socket is a call of the
   * system that wakes the database, and costs as much as building the statement.
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

  /** The callback learns of a failure before the next line runs, also of values that cannot be sent at all. */
  #send(query: string | pg.QueryConfig, told: StatementResult = asItIs): Promise<pg.QueryResult> {
    this.#gather();
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null, result: pg.QueryResult) => {
        if (!error) return resolve(result);
        this.#fault ??= told(error);
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
 * Sends a statement whose result nobody needs. In a pipelined transaction it goes out at once and must have succeeded
 * before the commit does; anywhere else it is waited for. `told` is what its failure is told as.
 */
export async function write(db: Kysely<Tables>, query: CompiledQuery, told: StatementResult = asItIs): Promise<void> {
  const connection = connections.get(db);
  if (connection) return void connection.execute(query, told).catch(ignore);
  await db.executeQuery(query).catch((error: Error) => {
    throw told(error);
  });
}

/**
 * Lets a step of a pipelined transaction go on beside whatever comes next: the commit waits for it and fails with it.
 * For what nothing in the transaction is built on. Anywhere else it is waited for.
 */
export async function alongside(db: Kysely<Tables>, step: () => Promise<unknown>): Promise<void> {
  const connection = connections.get(db);
  if (connection) connection.follow(step());
  else await step();
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
