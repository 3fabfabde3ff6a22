import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { scannerFrom } from "./scanner-config.ts";

/** An S3-compatible object store and the credentials for it. */
export interface ObjectStoreSettings {
  /** Endpoint without a bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
  /** Whether the bucket is the first part of the path instead of the host's name. */
  readonly isPathStyle: boolean;
}

/** A bucket, or a prefix within one. */
export interface BucketSettings {
  readonly store: ObjectStoreSettings;
  readonly bucket: string;
  /** Prefix of every key: empty, or a text that ends with a slash. */
  readonly prefix: string;
}

/** Bucket that keeps heads of the ledger under object lock. */
export interface HeadsBucketSettings extends BucketSettings {
  /** Retention in days, for which nobody can remove or replace an object. */
  readonly retentionDays: number;
}

/** The mail server and the sender address of the installation. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, STARTTLS required before anything else is sent, or none. */
  readonly tls: "implicit" | "starttls" | "none";
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string;
}

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const bucketAndPrefixForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9_-]+)*\/?$/;
const optional = z.string().min(1).optional();
const httpAddress = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const mailAddress = z.email({ error: "must be a mail address" });

/** Environment variables of external stores and servers. */
export const outsideVariables = {
  COUNTINGHOUSE_S3_ENDPOINT: httpAddress.optional(),
  COUNTINGHOUSE_S3_REGION: z.string().min(1).default("us-east-1"),
  COUNTINGHOUSE_S3_KEY_ID: optional,
  COUNTINGHOUSE_S3_SECRET: optional,
  COUNTINGHOUSE_S3_PATH_STYLE: z.enum(["true", "false"], { error: "must be true or false" }).default("true"),
  COUNTINGHOUSE_S3_BUCKET: z.string().regex(bucketForm, "must be the name of a bucket").optional(),
  COUNTINGHOUSE_S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*\/?$/, "must be made of letters, digits, -, _ and /")
    .optional(),
  COUNTINGHOUSE_LEDGER_HEADS_BUCKET: z
    .string()
    .regex(bucketAndPrefixForm, "must be the name of a bucket, or bucket/prefix")
    .optional(),
  COUNTINGHOUSE_LEDGER_HEADS_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be a whole number of days from 1 to 99999")
    .transform(Number)
    .default(2_557),
  COUNTINGHOUSE_SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be smtps://host or smtp://host" }).optional(),
  COUNTINGHOUSE_SMTP_TLS: z.enum(["required", "off"], { error: "must be required or off" }).default("required"),
  COUNTINGHOUSE_SMTP_USER: optional,
  COUNTINGHOUSE_SMTP_PASSWORD: optional,
  COUNTINGHOUSE_MAIL_FROM: mailAddress.optional(),
  COUNTINGHOUSE_VIRUS_SCAN: optional,
  COUNTINGHOUSE_LEDGER_HEADS_MAIL: z
    .string()
    .transform((text) => text.split(",").map((one) => one.trim()))
    .pipe(z.array(z.email({ error: "must be mail addresses, parted by commas" })))
    .optional(),
};

const Outside = z.object(outsideVariables);
type Outside = z.output<typeof Outside>;

/** Settings of external stores and servers. Refuses, by the variable's name, a group that is set only in part. */
export function outsideFrom(
  env: Outside & { readonly COUNTINGHOUSE_FILES?: string | undefined },
  isProduction: boolean,
) {
  const store = objectStoreFrom(env, isProduction);
  const files = env.COUNTINGHOUSE_FILES === "s3" ? filesBucket(env, store) : undefined;
  const heads = headsBucket(env, store);
  if (store && !files && !heads)
    throw new ConfigError(
      "COUNTINGHOUSE_S3_ENDPOINT is set and nothing is kept there: set COUNTINGHOUSE_FILES=s3 or COUNTINGHOUSE_LEDGER_HEADS_BUCKET.",
    );
  const mail = mailFrom(env, isProduction);
  const recipients = env.COUNTINGHOUSE_LEDGER_HEADS_MAIL ?? [];
  if (recipients.length > 0 && !mail) throw missing("COUNTINGHOUSE_SMTP_URL", "COUNTINGHOUSE_LEDGER_HEADS_MAIL");
  const scanner = scannerFrom(env.COUNTINGHOUSE_VIRUS_SCAN);
  return { filesBucket: files, ledgerHeadsBucket: heads, mail, ledgerHeadsRecipients: recipients, scanner };
}

/** The bucket for files, for commands that need no other configuration; undefined without one. */
export function filesBucketOf(environment: NodeJS.ProcessEnv): BucketSettings | undefined {
  if (environment.COUNTINGHOUSE_FILES !== "s3") return undefined;
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Outside.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(`The environment variable ${String(parsed.error.issues[0]?.path[0])} is not valid.`);
  return filesBucket(parsed.data, objectStoreFrom(parsed.data, false));
}

const missing = (name: string, because: string): ConfigError =>
  new ConfigError(`${name} is not set, and ${because} needs it.`);

function objectStoreFrom(env: Outside, isProduction: boolean): ObjectStoreSettings | undefined {
  const { COUNTINGHOUSE_S3_ENDPOINT: endpoint, COUNTINGHOUSE_S3_KEY_ID: keyId, COUNTINGHOUSE_S3_SECRET: secret } = env;
  if (endpoint === undefined) {
    const [alone] = (
      [
        "COUNTINGHOUSE_S3_KEY_ID",
        "COUNTINGHOUSE_S3_SECRET",
        "COUNTINGHOUSE_S3_BUCKET",
        "COUNTINGHOUSE_S3_PREFIX",
      ] as const
    ).filter((name) => env[name] !== undefined);
    if (alone) throw missing("COUNTINGHOUSE_S3_ENDPOINT", alone);
    return undefined;
  }
  if (isProduction && !endpoint.startsWith("https:"))
    throw new ConfigError("COUNTINGHOUSE_S3_ENDPOINT has to be an https address in production.");
  if (keyId === undefined) throw missing("COUNTINGHOUSE_S3_KEY_ID", "COUNTINGHOUSE_S3_ENDPOINT");
  if (secret === undefined) throw missing("COUNTINGHOUSE_S3_SECRET", "COUNTINGHOUSE_S3_ENDPOINT");
  return {
    endpoint: endpoint.replace(/\/$/, ""),
    region: env.COUNTINGHOUSE_S3_REGION,
    keyId,
    secret,
    isPathStyle: env.COUNTINGHOUSE_S3_PATH_STYLE === "true",
  };
}

function filesBucket(env: Outside, store: ObjectStoreSettings | undefined): BucketSettings {
  if (!store) throw missing("COUNTINGHOUSE_S3_ENDPOINT", "COUNTINGHOUSE_FILES=s3");
  if (!env.COUNTINGHOUSE_S3_BUCKET) throw missing("COUNTINGHOUSE_S3_BUCKET", "COUNTINGHOUSE_FILES=s3");
  return { store, bucket: env.COUNTINGHOUSE_S3_BUCKET, prefix: withSlash(env.COUNTINGHOUSE_S3_PREFIX ?? "") };
}

function headsBucket(env: Outside, store: ObjectStoreSettings | undefined): HeadsBucketSettings | undefined {
  const { COUNTINGHOUSE_LEDGER_HEADS_BUCKET: place, COUNTINGHOUSE_LEDGER_HEADS_DAYS: retentionDays } = env;
  if (place === undefined) return undefined;
  if (!store) throw missing("COUNTINGHOUSE_S3_ENDPOINT", "COUNTINGHOUSE_LEDGER_HEADS_BUCKET");
  const [bucket = "", ...prefix] = place.split("/");
  return { store, bucket, prefix: withSlash(prefix.join("/")), retentionDays };
}

const withSlash = (prefix: string): string => prefix.replace(/([^/])$/, "$1/");

function mailFrom(env: Outside, isProduction: boolean): MailSettings | undefined {
  const { COUNTINGHOUSE_SMTP_URL: text, COUNTINGHOUSE_SMTP_USER: user, COUNTINGHOUSE_SMTP_PASSWORD: password } = env;
  const from = env.COUNTINGHOUSE_MAIL_FROM;
  if (text === undefined) {
    const [alone] = (
      ["COUNTINGHOUSE_SMTP_USER", "COUNTINGHOUSE_SMTP_PASSWORD", "COUNTINGHOUSE_MAIL_FROM"] as const
    ).filter((name) => env[name] !== undefined);
    if (alone) throw missing("COUNTINGHOUSE_SMTP_URL", alone);
    return undefined;
  }
  if (from === undefined) throw missing("COUNTINGHOUSE_MAIL_FROM", "COUNTINGHOUSE_SMTP_URL");
  if ((user === undefined) !== (password === undefined))
    throw missing(user ? "COUNTINGHOUSE_SMTP_PASSWORD" : "COUNTINGHOUSE_SMTP_USER", "the other of the two");
  const url = new URL(text);
  if (url.username || url.password)
    throw new ConfigError(
      "COUNTINGHOUSE_SMTP_URL names a user: set COUNTINGHOUSE_SMTP_USER and COUNTINGHOUSE_SMTP_PASSWORD.",
    );
  const plain = env.COUNTINGHOUSE_SMTP_TLS === "off";
  if (plain && (isProduction || url.protocol === "smtps:"))
    throw new ConfigError("COUNTINGHOUSE_SMTP_TLS=off has no place in production, nor beside smtps://.");
  const tls = url.protocol === "smtps:" ? "implicit" : plain ? "none" : "starttls";
  return { host: url.hostname, port: Number(url.port) || (tls === "implicit" ? 465 : 587), tls, user, password, from };
}
