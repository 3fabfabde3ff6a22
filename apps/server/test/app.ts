import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import {
  type CallInput,
  operationOf,
  pathOf,
  type Resource,
  type ResultOf,
} from "@countinghouse/contract/kit/resource.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../src/app.ts";
import { adoptPricesAtStart, reportAlteredPrices } from "../src/modules/funds/ledger/index.ts";
import { type Actor, anonymousActor } from "../src/platform/access/actor.ts";
import type { NodeClock } from "../src/platform/clock/clock.ts";
import { type Config, readConfig } from "../src/platform/config/config.ts";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import { openPool, queryBuilder } from "../src/platform/db/pool.ts";
import { databaseFiles } from "../src/platform/files/database-files.ts";
import type { Context, JobRequest } from "../src/platform/http/context.ts";
import type { Envelope } from "../src/platform/http/envelope.ts";
import type { ResourceRoutes } from "../src/platform/http/implement.ts";
import type { Authenticate, TimeLimits } from "../src/platform/http/server.ts";
import { createLogger } from "../src/platform/observability/logger.ts";
import type { Platform } from "../src/platform/platform.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { assertEventsDeclared } from "./open-contract.ts";

/** A clock that stands still until it is moved. */
export class TestClock implements NodeClock {
  isOff = false;
  #now: Date;
  constructor(start = new Date("2026-11-21T10:00:00.000Z")) {
    this.#now = start;
  }
  now(): Date {
    return new Date(this.#now);
  }
  forward(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}

/** An actor for a test: the platform administrator of tenant 1 unless told otherwise. */
export const actor = (parts: Partial<Actor> = {}): Actor => ({
  ...anonymousActor,
  isSignedIn: true,
  userId: 1,
  account: "tester",
  realName: "Test Operator",
  tenantId: 1,
  accountType: AccountType.SuperAdmin,
  orgId: 1,
  sessionId: "ses_test",
  holdsAll: true,
  scope: { tenantId: null, orgIds: "all", selfOnly: false, merchantIds: "all" },
  provenAt: new Date("2026-11-21T10:00:00.000Z"),
  ...parts,
});

/** An answer as a client sees it. */
export interface Answer<R = unknown> {
  readonly status: number;
  readonly body: Envelope;
  readonly result: R;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Stable name of the refusal, or undefined on success. */
  readonly bizCode: string | undefined;
}

export interface CallOptions {
  readonly locale?: Locale;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestClient {
  /** Headers that speak for this caller, for requests made by hand. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends an operation through HTTP, whatever it answers. */
  send<R extends Resource, K extends keyof R["operations"] & string>(
    resource: R,
    operation: K,
    input?: unknown,
    options?: CallOptions,
  ): Promise<Answer<ResultOf<R["operations"][K]>>>;
  /** Sends an operation and returns its result; throws the refusal's code when it is refused. */
  call<R extends Resource, K extends keyof R["operations"] & string>(
    resource: R,
    operation: K,
    input: CallInput<R["operations"][K]>,
    options?: CallOptions,
  ): Promise<ResultOf<R["operations"][K]>>;
}

export interface TestApp {
  readonly server: FastifyInstance;
  readonly platform: Platform;
  readonly database: TestDatabase;
  readonly clock: TestClock;
  /** Jobs sent by committed commands. */
  readonly jobs: JobRequest[];
  as(actor: Actor): TestClient;
  readonly anonymous: TestClient;
  /** A context for calling a store or service directly, outside a transaction. */
  context(as?: Actor): Context;
  /** Waits until every altered price that was found is among the exceptions. */
  alteredTold(): Promise<void>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Another node on the same database. */
  readonly database?: TestDatabase;
  readonly clock?: TestClock;
  /** The real sign-in in place of the one that trusts the test. */
  readonly authenticate?: (platform: Platform) => Authenticate | Promise<Authenticate>;
  readonly environment?: NodeJS.ProcessEnv;
  /** The installation's, where it is not that of every test. */
  readonly secret?: Platform["secret"];
  /** Shorter patience with slow callers than the product's, for tests that would wait for its end. */
  readonly timeLimits?: TimeLimits;
  /** Told every line of the node's log, of which tests see none otherwise. */
  readonly onLog?: (line: string) => void;
  /** Other operations than the product's, for tests of the platform itself. */
  readonly modules?: (platform: Platform) => readonly ResourceRoutes[];
}

const actorHeader = "x-test-actor";

/** Stands in for sign-in at its seam: the test says who calls. */
function authenticateAsTold(actors: ReadonlyMap<string, Actor>): Authenticate {
  return async (request) => {
    const told = actors.get(String(request.headers[actorHeader] ?? ""));
    if (!told) throw refuse("platform.unauthenticated", {}, { status: 401 });
    return told;
  };
}

/** A whole node on a database of its own; close it in `afterAll`. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const clock = options.clock ?? new TestClock();
  const config: Config = readConfig(
    {
      COUNTINGHOUSE_LOG_LEVEL: "silent",
      COUNTINGHOUSE_TEST_HOSTS: "127.0.0.1, localhost",
      COUNTINGHOUSE_FILE_HOSTS: "127.0.0.1",
      ...options.environment,
    },
    [],
  );
  const pool = openPool({ url: database.appUrl, max: 8, onError: () => {} });
  const db = queryBuilder(pool);
  const { secret = { current: "test-installation-secret-7Qm2Zx9Lw4Vt8Kd1", previous: undefined } } = options;
  const { onLog } = options;
  const logger = createLogger(
    { logLevel: onLog ? "debug" : "silent", isProduction: true },
    { write: (line) => onLog?.(line) },
  );
  const platform: Platform = { config, secret, db, standby: undefined, files: databaseFiles(db), clock, logger };
  await adoptPricesAtStart(platform);
  const actors = new Map<string, Actor>();
  const jobs: JobRequest[] = [];
  const authenticate = options.authenticate ? await options.authenticate(platform) : authenticateAsTold(actors);
  const enqueue = async (_db: unknown, job: JobRequest) => void jobs.push(job);
  const alteredTold = reportAlteredPrices(platform, enqueue);
  const server = await buildApp({
    platform,
    authenticate,
    enqueue,
    ...(options.timeLimits ? { timeLimits: options.timeLimits } : {}),
    ...(options.modules ? { modules: options.modules } : {}),
  });
  await server.ready();
  return {
    server,
    platform,
    database,
    clock,
    jobs,
    as: (who) => {
      const name = `actor-${actors.size}`;
      actors.set(name, who);
      return client(server, { [actorHeader]: name });
    },
    anonymous: client(server, {}),
    context: (who = actor()) => directContext(platform, who),
    alteredTold,
    close: async () => {
      await server.close();
      await alteredTold();
      // A node of several on one database leaves the look at its events to the one that the database belongs to.
      const [faulty] = options.database ? [] : await Promise.allSettled([assertEventsDeclared(platform)]);
      await db.destroy();
      if (!options.database) await database.drop();
      if (faulty?.status === "rejected") throw faulty.reason;
    },
  };
}

function client(server: FastifyInstance, base: Readonly<Record<string, string>>): TestClient {
  const send: TestClient["send"] = async (resource, name, input = {}, { locale = "en", headers = {} } = {}) => {
    const { method } = operationOf(resource, name);
    const response = await server.inject({
      method,
      url: filledPath(pathOf(resource, name), input),
      headers: { ...base, "accept-language": locale, ...headers },
      ...(method === "GET" ? { query: textsOf(input) } : { payload: input as object }),
    });
    const body = response.headers["content-type"]?.toString().includes("json")
      ? (JSON.parse(response.body) as Envelope)
      : ({ code: response.statusCode, result: response.body } as Envelope);
    return {
      status: response.statusCode,
      body,
      result: body.result as never,
      headers: response.headers,
      bizCode: body.extras?.bizCode,
    };
  };
  return {
    headers: base,
    send,
    call: async (resource, name, input, options) => {
      const answer = await send(resource, name, input, options);
      if (answer.status !== 200)
        throw new Error(`${resource.name}.${name} refused: ${answer.bizCode} ${answer.body.message}`);
      return answer.result;
    },
  };
}

/** A path with its parameters filled from the input. */
const filledPath = (path: string, input: unknown): string =>
  path.replace(/:(\w+)/g, (_slot, name: string) =>
    encodeURIComponent(String((input as Record<string, unknown>)[name] ?? "")),
  );

const textsOf = (input: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input as object)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );

function directContext(platform: Platform, who: Actor): Context {
  return {
    actor: who,
    db: platform.db,
    now: platform.clock.now(),
    request: {
      id: "test",
      method: "POST",
      path: "/",
      ip: "127.0.0.1",
      userAgent: "test",
      locale: "en",
      queryNames: [],
      headers: {},
    },
    seals: installationKeys(platform.secret).seals,
    setHeader: () => {},
    emit: async () => {},
    enqueue: async () => {},
    recordChange: () => {},
    recordReason: () => {},
    afterRollback: () => {},
  };
}
