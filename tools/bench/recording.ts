import { randomBytes } from "node:crypto";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import type pg from "pg";
import { pino } from "pino";
import { buildApp } from "../../apps/server/src/app.ts";
import { authenticateWith } from "../../apps/server/src/modules/system/session/index.ts";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { readConfig } from "../../apps/server/src/platform/config/config.ts";
import { openPool, queryBuilder } from "../../apps/server/src/platform/db/pool.ts";
import { createEventFeed } from "../../apps/server/src/platform/events/event-feed.ts";
import { databaseFiles } from "../../apps/server/src/platform/files/database-files.ts";
import type { Platform } from "../../apps/server/src/platform/platform.ts";
import { type Answer, sendOperation } from "./http-client.ts";

/** An SQL statement as the driver received it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Name of a prepared statement. */
  readonly name?: string;
  /** Pipelined behind an unanswered statement: it cost no round trip of its own. */
  readonly isFollower?: boolean;
}

/** A node that records every statement it sends, so that the bare SQL is exact. */
export interface Recorder {
  /** Answers an operation and its statements, in order. */
  record(
    resource: Resource,
    operation: string,
    input: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ statements: Statement[]; answer: Answer }>;
  /** The same for any request. */
  recordSend(
    method: string,
    url: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ statements: Statement[]; answer: Answer }>;
  close(): Promise<void>;
}

type Query = (...args: unknown[]) => unknown;
type Asked = { readonly text: string; readonly values?: unknown[]; readonly name?: string };

/** Records a connection's statements in sending order. */
function listen(client: pg.PoolClient, written: Statement[]): void {
  const listening = client as unknown as { query: Query };
  const query = listening.query.bind(client);
  let out = 0;
  const answered = () => {
    out -= 1;
  };
  listening.query = (...args) => {
    const last = args.at(-1);
    const asked = (typeof args[0] === "string" ? { text: args[0], values: args[1] } : args[0]) as Asked;
    const { text, values, name } = asked;
    const parts = { ...(name === undefined ? {} : { name }), ...(out > 0 ? { isFollower: true } : {}) };
    written.push({ text, values: Array.isArray(values) ? values : [], ...parts });
    out += 1;
    if (typeof last === "function")
      return query(...args.slice(0, -1), (...answer: unknown[]) => {
        answered();
        last(...answer);
      });
    const answer = query(...args) as Promise<unknown>;
    answer.then(answered, answered);
    return answer;
  };
}

/** Builds the node in this process, with the database and secret of the measured one. */
export async function openRecorder(appUrl: string, environment: NodeJS.ProcessEnv): Promise<Recorder> {
  const written: Statement[] = [];
  const pool = openPool({ url: appUrl, max: 4, onError: () => {} });
  pool.on("connect", (client) => listen(client, written));
  const db = queryBuilder(pool);
  const config = readConfig(environment, []);
  const logger = pino({ level: "silent" });
  const secret = { current: config.secret ?? "", previous: undefined };
  const platform: Platform = {
    config,
    secret,
    db,
    standby: undefined,
    files: databaseFiles(db),
    clock: systemClock,
    logger,
  };
  const feed = createEventFeed({ listenUrl: appUrl, db, logger });
  const app = await buildApp({ platform, feed, authenticate: authenticateWith(platform), enqueue: async () => {} });
  await app.ready();
  const send = async (method: string, url: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const payload = body === undefined ? {} : { payload: body };
    const answer = await app.inject({ method: method as "GET" | "POST", url, headers, ...payload });
    if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
    return { headers: answer.headers as Answer["headers"], body: answer.rawPayload };
  };
  const recorded = async (work: () => Promise<Answer>) => {
    written.length = 0;
    const answer = await work();
    return { statements: [...written], answer };
  };
  return {
    record: (resource, operation, input, headers) =>
      recorded(() => sendOperation(send, resource, operation, input, headers)),
    recordSend: (method, url, body, headers) => recorded(() => send(method, url, body, headers)),
    close: async () => {
      await app.close();
      await feed.close();
      await db.destroy();
    },
  };
}

const isInstant = (value: string): boolean => /^\d{4}-\d\d-\d\dT/.test(value);
const isJson = (value: string): boolean => /^[[{"]/.test(value);
const isDecimal = (value: string): boolean => /^-?\d+$/.test(value);

/**
 * Values of a recording that belong to the call: those in which two recordings of the same operation differ. Numbers
 * below the limit stay: a duration may equal an unrelated count.
 */
export function ownValues(first: readonly Statement[], second: readonly Statement[], leastNumber = 0): Set<unknown> {
  const own = new Set<unknown>();
  second.forEach(({ values }, index) => {
    values.forEach((value, position) => {
      const isShared = first[index]?.values[position] === value;
      const isMade =
        (typeof value === "number" && value >= leastNumber) ||
        (typeof value === "string" && !isInstant(value) && !isJson(value) && !isDecimal(value));
      if (!isShared && isMade) own.add(value);
    });
  });
  return own;
}

/**
 * Makes recorded statements repeatable: values that were new in both recordings (ids, tokens, digests) are new in every
 * repetition, and consistent within one.
 */
export function repeatable(
  first: readonly Statement[],
  second: readonly Statement[],
  freshNumber: () => number,
  leastNumber = 0,
): () => Statement[] {
  if (first.map(({ text }) => text).join() !== second.map(({ text }) => text).join()) {
    throw new Error("two recordings of the same operation took different statements");
  }
  const own = ownValues(first, second, leastNumber);
  return () => {
    const fresh = new Map<unknown, unknown>();
    const renewed = (value: unknown): unknown => {
      if (!own.has(value)) return value;
      if (!fresh.has(value)) fresh.set(value, typeof value === "number" ? freshNumber() : freshText(String(value)));
      return fresh.get(value);
    };
    return second.map((statement) => ({ ...statement, values: statement.values.map(renewed) }));
  };
}

/** A new text of the same length and prefix, such as `ses_…`. */
function freshText(old: string): string {
  const prefix = /^[a-z]{2,4}_/.exec(old)?.[0] ?? "";
  const random = randomBytes(old.length).toString("base64url");
  return prefix + random.slice(0, old.length - prefix.length);
}

/** Replays statements on one connection in order, with transactions and pipelining. */
export async function replay(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = (await pool.connect()) as pg.PoolClient & { pipeline: boolean };
  client.pipeline = true;
  const out: Promise<unknown>[] = [];
  try {
    for (const { text, values, name, isFollower } of statements) {
      if (!isFollower) await Promise.all(out.splice(0));
      out.push(client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) }));
    }
    await Promise.all(out);
  } finally {
    await Promise.allSettled(out);
    client.pipeline = false;
    client.release();
  }
}
