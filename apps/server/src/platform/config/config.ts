import { hostname } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { defaultLocale, type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { z } from "zod";
import { assertStrongSecret } from "../crypto/strong-secret.ts";
import { ConfigError } from "./config-error.ts";
import {
  type BucketSettings,
  type HeadsBucketSettings,
  type MailSettings,
  outsideFrom,
  outsideVariables,
} from "./outside-config.ts";
import { isOfThisMachine, Origin } from "./public-address.ts";
import type { ScannerSettings } from "./scanner-config.ts";
import { type StockClientSettings, stockClientFrom, stockClientVariables } from "./stock-client-config.ts";

/** Which parts of the product a process runs. */
export type ProcessRole = "all" | "api" | "worker";

/** The validated configuration of a process. */
export interface Config {
  readonly role: ProcessRole;
  /** Name of this node, shown to operators. */
  readonly nodeName: string;
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Where files are stored if configured: the path of a folder that all nodes share, `database` or `s3`. */
  readonly files: string | undefined;
  /** The bucket for files where `s3` is configured. */
  readonly filesBucket: BucketSettings | undefined;
  /** Password of the first administrator for unattended installs; otherwise one is generated and printed once. */
  readonly adminPassword: string | undefined;
  /** Installation secret from the environment; otherwise kept in the data directory. */
  readonly secret: string | undefined;
  /** Earlier secret that still verifies tokens and opens sealed values while keys are rotated. */
  readonly previousSecret: string | undefined;
  readonly database: {
    readonly DATABASE_URL: string | undefined;
    readonly DATABASE_MIGRATION_URL: string | undefined;
    readonly DATABASE_REPLICA_URL: string | undefined;
    readonly DATABASE_LISTEN_URL: string | undefined;
  };
  readonly databasePoolMax: number;
  /** How long a stopping node still serves after it has reported not ready, in milliseconds. */
  readonly drainNoticeMs: number;
  readonly trustProxyHops: number | false;
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** Numbers of the access-token keys, the signing one first, such as `2,1`; see the key ring. */
  readonly tokenEpochs: string | undefined;
  readonly publicUrl: string | undefined;
  readonly metricsToken: string | undefined;
  readonly apiDocsInProduction: boolean;
  /** Rate limit of one app at the open API, in requests a second over all nodes. */
  readonly openApiPerSecond: number;
  /** Requests of one app that a node processes concurrently. */
  readonly openApiAtOnce: number;
  /** Folder outside the database for the heads of the ledger's chains: one file a day, never overwritten. */
  readonly ledgerHeadsFolder: string;
  /** Addresses that receive the heads of the ledger's chains every day. */
  readonly ledgerHeadsAddresses: readonly string[];
  /** Bucket with object lock that keeps the heads as well. */
  readonly ledgerHeadsBucket: HeadsBucketSettings | undefined;
  /** E-mail recipients of the heads, every day. */
  readonly ledgerHeadsRecipients: readonly string[];
  readonly mail: MailSettings | undefined;
  /** Malware scanner for uploaded files. */
  readonly scanner: ScannerSettings | undefined;
  /** Hosts outside the public internet, `host` or `host:port`, that test accounts and test endpoints may call. */
  readonly testHosts: readonly string[];
  /**
   * Hosts outside the public internet that file endpoints may use: a bank's SFTP host on a private line, an object
   * store in the operator's own network.
   */
  readonly fileHosts: readonly string[];
  /** Hosts outside the public internet that directories may use; most directories are internal. */
  readonly directoryHosts: readonly string[];
  readonly seedDemo: boolean;
  /** Whether the node starts a gateway simulator. Only a process with role `all` does, and never in production. */
  readonly startsSimulator: boolean;
  /** Address of the gateway simulator, once it runs: what `simulator:` stands for in a gateway's address. */
  readonly simulatorUrl: string | undefined;
  /** Settings for clients of the published API family; they are not served without it. */
  readonly stockClient: StockClientSettings | undefined;
  /** Language of the names that the first start gives to seeded organisations, positions and roles. */
  readonly language: Locale;
}

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const flag = z
  .enum(["true", "false", "1", "0"], { error: "must be true or false" })
  .transform((text) => text === "true" || text === "1");
const optional = z.string().min(1).optional();
const hostForm = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const Hosts = z
  .string()
  .transform((text) => text.split(",").map((one) => one.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(hostForm, "must be hosts, or host:port, parted by commas")));

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: integer(1, 65_535).default(8080),
  COUNTINGHOUSE_DATA: z.string().min(1).default("./data"),
  COUNTINGHOUSE_FILES: z
    .string()
    .refine((text) => text === "database" || text === "s3" || isAbsolute(text), {
      error: "must be the absolute path of a folder that all nodes share, database or s3",
    })
    .optional(),
  COUNTINGHOUSE_ADMIN_PASSWORD: optional,
  COUNTINGHOUSE_SECRET: optional,
  COUNTINGHOUSE_PREVIOUS_SECRET: optional,
  COUNTINGHOUSE_TRUST_PROXY: integer(0, 10).optional(),
  COUNTINGHOUSE_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  COUNTINGHOUSE_PUBLIC_URL: Origin.optional(),
  COUNTINGHOUSE_TOKEN_EPOCHS: optional,
  COUNTINGHOUSE_LANGUAGE: z.enum(locales, { error: `must be one of ${locales.join(", ")}` }).default(defaultLocale),
  COUNTINGHOUSE_DEMO: flag.optional(),
  COUNTINGHOUSE_SIMULATOR: z
    .union([z.enum(["on", "off"]), z.url({ protocol: /^https?$/ })], {
      error: "must be on, off or the http address of a gateway simulator",
    })
    .optional(),
  COUNTINGHOUSE_API_DOCS: flag.default(false),
  COUNTINGHOUSE_API_RATE: integer(1, 100_000).default(100),
  COUNTINGHOUSE_API_CONCURRENCY: integer(1, 10_000).default(20),
  COUNTINGHOUSE_LEDGER_HEADS: optional,
  COUNTINGHOUSE_LEDGER_HEADS_URL: z
    .string()
    .transform((text) => text.split(",").map((one) => one.trim()))
    .pipe(z.array(z.url({ protocol: /^https?$/, error: "must be http or https addresses, parted by commas" })))
    .optional(),
  COUNTINGHOUSE_TEST_HOSTS: Hosts.default([]),
  COUNTINGHOUSE_FILE_HOSTS: Hosts.default([]),
  COUNTINGHOUSE_DIRECTORY_HOSTS: Hosts.default([]),
  ...outsideVariables,
  ...stockClientVariables,
  COUNTINGHOUSE_DRAIN_NOTICE: integer(0, 20).optional(),
  COUNTINGHOUSE_NODE: z
    .string()
    .regex(/^[\w.:-]{1,64}$/, "must be up to 64 letters, digits, dots, colons, dashes or underscores")
    .optional(),
  METRICS_TOKEN: optional,
  DATABASE_URL: optional,
  DATABASE_MIGRATION_URL: optional,
  DATABASE_REPLICA_URL: optional,
  DATABASE_LISTEN_URL: optional,
  DATABASE_POOL_MAX: integer(2, 200).default(16),
});

const roleFlag = /^--role=(.*)$/;

function roleFrom(args: readonly string[]): ProcessRole {
  let role: ProcessRole = "all";
  for (const arg of args) {
    const named = roleFlag.exec(arg)?.[1];
    if (named === undefined)
      throw new ConfigError(`The option ${arg} is not known; --role=api, --role=worker or --role=all is.`);
    if (named !== "api" && named !== "worker" && named !== "all") {
      throw new ConfigError(`--role=${named} is not a role of a process: use api, worker or all.`);
    }
    role = named;
  }
  return role;
}

/**
 * Reads the environment and the command line. Throws a {@link ConfigError} that names the variable and never quotes a
 * secret. Production requires a configured secret, so that no node generates its own.
 */
export function readConfig(environment: NodeJS.ProcessEnv, args: readonly string[]): Config {
  // Orchestrators pass an empty variable for "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`The environment variable ${String(issue?.path[0])} ${issue?.message ?? "is not valid"}.`);
  }
  const env = parsed.data;
  const isProduction = env.NODE_ENV === "production";
  for (const name of ["COUNTINGHOUSE_SECRET", "COUNTINGHOUSE_PREVIOUS_SECRET"] as const) refuseWeak(name, env[name]);
  if (isProduction && env.COUNTINGHOUSE_SECRET === undefined) {
    throw new ConfigError(
      "COUNTINGHOUSE_SECRET is not set: in production give every node the same random secret of at least 32 characters.",
    );
  }
  if (isProduction && env.COUNTINGHOUSE_PUBLIC_URL && isOfThisMachine(env.COUNTINGHOUSE_PUBLIC_URL)) {
    throw new ConfigError(
      "COUNTINGHOUSE_PUBLIC_URL names this machine itself: in production nobody outside would find the installation there.",
    );
  }
  if (isProduction && !env.COUNTINGHOUSE_PUBLIC_URL?.startsWith("https://")) {
    throw new ConfigError(
      "COUNTINGHOUSE_PUBLIC_URL has to be an https address in production: it is where merchants, payers and gateways find this installation.",
    );
  }
  const role = roleFrom(args);
  return {
    role,
    // Several workers of one machine have no port to tell them apart.
    nodeName:
      env.COUNTINGHOUSE_NODE ?? `${hostname()}:${role === "worker" ? `worker-${process.pid}` : env.PORT}`.slice(-64),
    isProduction,
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.COUNTINGHOUSE_DATA),
    files: env.COUNTINGHOUSE_FILES,
    adminPassword: env.COUNTINGHOUSE_ADMIN_PASSWORD,
    secret: env.COUNTINGHOUSE_SECRET,
    previousSecret: env.COUNTINGHOUSE_PREVIOUS_SECRET,
    database: {
      DATABASE_URL: env.DATABASE_URL,
      DATABASE_MIGRATION_URL: env.DATABASE_MIGRATION_URL,
      DATABASE_REPLICA_URL: env.DATABASE_REPLICA_URL,
      DATABASE_LISTEN_URL: env.DATABASE_LISTEN_URL,
    },
    databasePoolMax: env.DATABASE_POOL_MAX,
    drainNoticeMs: 1000 * (env.COUNTINGHOUSE_DRAIN_NOTICE ?? (isProduction ? 5 : 0)),
    trustProxyHops: env.COUNTINGHOUSE_TRUST_PROXY || false,
    logLevel: env.COUNTINGHOUSE_LOG_LEVEL,
    tokenEpochs: env.COUNTINGHOUSE_TOKEN_EPOCHS,
    publicUrl: env.COUNTINGHOUSE_PUBLIC_URL,
    metricsToken: env.METRICS_TOKEN,
    apiDocsInProduction: env.COUNTINGHOUSE_API_DOCS,
    openApiPerSecond: env.COUNTINGHOUSE_API_RATE,
    openApiAtOnce: env.COUNTINGHOUSE_API_CONCURRENCY,
    ledgerHeadsFolder: resolve(env.COUNTINGHOUSE_LEDGER_HEADS ?? join(env.COUNTINGHOUSE_DATA, "ledger-heads")),
    ledgerHeadsAddresses: headsAddresses(env.COUNTINGHOUSE_LEDGER_HEADS_URL ?? [], isProduction),
    ...outsideFrom(env, isProduction),
    language: env.COUNTINGHOUSE_LANGUAGE,
    stockClient: stockClientFrom(env, { trustProxyHops: env.COUNTINGHOUSE_TRUST_PROXY, isProduction }),
    testHosts: env.COUNTINGHOUSE_TEST_HOSTS,
    fileHosts: env.COUNTINGHOUSE_FILE_HOSTS,
    directoryHosts: env.COUNTINGHOUSE_DIRECTORY_HOSTS,
    seedDemo: env.COUNTINGHOUSE_DEMO ?? !isProduction,
    ...simulatorFrom(env.COUNTINGHOUSE_SIMULATOR, isProduction),
  };
}

function simulatorFrom(given: string | undefined, isProduction: boolean) {
  if (isProduction && given !== undefined && given !== "off")
    throw new ConfigError("COUNTINGHOUSE_SIMULATOR is set: a gateway that moves no money has no place in production.");
  const simulatorUrl = given === "on" || given === "off" ? undefined : given?.replace(/\/$/, "");
  return { startsSimulator: !isProduction && (given ?? "on") === "on", simulatorUrl };
}

function headsAddresses(given: readonly string[], isProduction: boolean): readonly string[] {
  if (isProduction && given.some((url) => !url.startsWith("https:")))
    throw new ConfigError("COUNTINGHOUSE_LEDGER_HEADS_URL has to name https addresses in production.");
  return given;
}

function refuseWeak(name: string, secret: string | undefined): void {
  if (secret === undefined) return;
  try {
    assertStrongSecret(secret);
  } catch (error) {
    throw new ConfigError(`${name} is refused. ${(error as Error).message}`);
  }
}
