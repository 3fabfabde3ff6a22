import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { filesBucketOf } from "./outside-config.ts";

const soundSecret = "vJ4mQ2x9LwT7kRz0BnYc5HsE8dUa3PfG";
const production = {
  NODE_ENV: "production",
  COUNTINGHOUSE_SECRET: soundSecret,
  COUNTINGHOUSE_PUBLIC_URL: "https://house.example",
};
const objectStore = {
  COUNTINGHOUSE_S3_ENDPOINT: "https://s3.example/",
  COUNTINGHOUSE_S3_KEY_ID: "KEY",
  COUNTINGHOUSE_S3_SECRET: "s3-secret",
};
const mailServer = { COUNTINGHOUSE_SMTP_URL: "smtp://mail.example", COUNTINGHOUSE_MAIL_FROM: "books@house.example" };

describe("readConfig", () => {
  test("takes the defaults when nothing is set", () => {
    expect(readConfig({}, [])).toMatchObject({ port: 8080, role: "all", isProduction: false, seedDemo: true });
  });

  test("takes an empty variable for one that is not set", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "" }, [])).toMatchObject({ port: 8080 });
  });

  test.each([
    [{ PORT: "http" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
    [{ COUNTINGHOUSE_DEMO: "yes" }, "COUNTINGHOUSE_DEMO"],
    [{ COUNTINGHOUSE_PUBLIC_URL: "ftp://example.com" }, "COUNTINGHOUSE_PUBLIC_URL"],
    [{ COUNTINGHOUSE_LOG_LEVEL: "loud" }, "COUNTINGHOUSE_LOG_LEVEL"],
    [{ COUNTINGHOUSE_LANGUAGE: "fr" }, "COUNTINGHOUSE_LANGUAGE"],
    [{ COUNTINGHOUSE_FILES: "./files" }, "COUNTINGHOUSE_FILES"],
    [{ COUNTINGHOUSE_DRAIN_NOTICE: "60" }, "COUNTINGHOUSE_DRAIN_NOTICE"],
    [{ COUNTINGHOUSE_SIMULATOR: "yes" }, "COUNTINGHOUSE_SIMULATOR"],
    [{ ...production, COUNTINGHOUSE_LEDGER_HEADS_URL: "http://a.example" }, "COUNTINGHOUSE_LEDGER_HEADS_URL"],
    [{ COUNTINGHOUSE_LEDGER_HEADS_URL: "https://a.example/h, ftp://b.example" }, "COUNTINGHOUSE_LEDGER_HEADS_URL"],
    [{ ...production, COUNTINGHOUSE_SIMULATOR: "on" }, "COUNTINGHOUSE_SIMULATOR"],
    [{ COUNTINGHOUSE_FILES: "s3" }, "COUNTINGHOUSE_S3_ENDPOINT is not set"],
    [{ COUNTINGHOUSE_FILES: "s3", ...objectStore }, "COUNTINGHOUSE_S3_BUCKET is not set"],
    [objectStore, "COUNTINGHOUSE_S3_ENDPOINT is set and nothing is kept there"],
    [{ COUNTINGHOUSE_S3_BUCKET: "files" }, "COUNTINGHOUSE_S3_ENDPOINT is not set"],
    [{ ...objectStore, COUNTINGHOUSE_FILES: "s3", COUNTINGHOUSE_S3_SECRET: "" }, "COUNTINGHOUSE_S3_SECRET"],
    [{ ...objectStore, COUNTINGHOUSE_LEDGER_HEADS_BUCKET: "Heads!" }, "COUNTINGHOUSE_LEDGER_HEADS_BUCKET"],
    [{ ...objectStore, COUNTINGHOUSE_LEDGER_HEADS_DAYS: "0" }, "COUNTINGHOUSE_LEDGER_HEADS_DAYS"],
    [
      { ...production, ...objectStore, COUNTINGHOUSE_S3_ENDPOINT: "http://s3.example" },
      "COUNTINGHOUSE_S3_ENDPOINT has to be an https address",
    ],
    [{ COUNTINGHOUSE_LEDGER_HEADS_MAIL: "a@example.com" }, "COUNTINGHOUSE_SMTP_URL is not set"],
    [{ ...mailServer, COUNTINGHOUSE_LEDGER_HEADS_MAIL: "nobody" }, "COUNTINGHOUSE_LEDGER_HEADS_MAIL"],
    [{ ...mailServer, COUNTINGHOUSE_MAIL_FROM: "" }, "COUNTINGHOUSE_MAIL_FROM"],
    [{ ...mailServer, COUNTINGHOUSE_SMTP_USER: "me" }, "COUNTINGHOUSE_SMTP_PASSWORD"],
    [{ ...mailServer, COUNTINGHOUSE_SMTP_URL: "smtps://me:pw@mail.example" }, "COUNTINGHOUSE_SMTP_URL names a user"],
    [{ ...production, ...mailServer, COUNTINGHOUSE_SMTP_TLS: "off" }, "COUNTINGHOUSE_SMTP_TLS"],
    [{ ...production, COUNTINGHOUSE_PUBLIC_URL: "" }, "COUNTINGHOUSE_PUBLIC_URL has to be an https address"],
    [{ ...production, COUNTINGHOUSE_PUBLIC_URL: "http://house.example" }, "COUNTINGHOUSE_PUBLIC_URL"],
    [{ COUNTINGHOUSE_NODE: "node one" }, "COUNTINGHOUSE_NODE"],
    [{ COUNTINGHOUSE_TEST_HOSTS: "http://127.0.0.1" }, "COUNTINGHOUSE_TEST_HOSTS"],
    [{ COUNTINGHOUSE_SECRET: "short" }, "COUNTINGHOUSE_SECRET"],
    [{ COUNTINGHOUSE_SECRET: "a".repeat(64) }, "COUNTINGHOUSE_SECRET"],
    [{ COUNTINGHOUSE_SECRET: "your-256-bit-secret-your-256-bit-secret" }, "COUNTINGHOUSE_SECRET"],
  ])("refuses %j and names the variable", (environment, name) => {
    expect(() => readConfig(environment, [])).toThrow(ConfigError);
    expect(() => readConfig(environment, [])).toThrow(name);
  });

  test.each([
    "https://house.example/pay",
    "https://house.example?a=1",
    "https://house.example/?",
    "https://house.example/#top",
    "https://me@house.example",
    "https://me:pw@house.example",
    "house.example",
    "file:///house.example",
  ])("refuses the public address %s, which is no origin", (url) => {
    expect(() => readConfig({ COUNTINGHOUSE_PUBLIC_URL: url }, [])).toThrow(
      "COUNTINGHOUSE_PUBLIC_URL must be an http or https origin",
    );
  });

  test.each([
    "localhost",
    "LOCALHOST.",
    "pay.localhost",
    "localhost.localdomain",
    "127.0.0.1",
    "127.1",
    "0x7f.0.0.1",
    "2130706433",
    "0",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::127.0.0.1]",
  ])("refuses the public address %s in production, which is this machine", (host) => {
    expect(() => readConfig({ ...production, COUNTINGHOUSE_PUBLIC_URL: `https://${host}:8443` }, [])).toThrow(
      "COUNTINGHOUSE_PUBLIC_URL names this machine",
    );
  });

  test("takes the public address as an origin, and one of this machine for trying", () => {
    for (const [given, kept] of [
      ["https://House.example/", "https://house.example"],
      ["https://house.example:443", "https://house.example"],
      ["http://localhost:8080", "http://localhost:8080"],
    ] as const)
      expect(readConfig({ COUNTINGHOUSE_PUBLIC_URL: given }, [])).toMatchObject({ publicUrl: kept });
    expect(readConfig({ ...production, COUNTINGHOUSE_PUBLIC_URL: "https://10.0.0.5:8443" }, [])).toMatchObject({
      publicUrl: "https://10.0.0.5:8443",
    });
  });

  test.each([
    [{}, { startsSimulator: true, simulatorUrl: undefined }],
    [{ COUNTINGHOUSE_SIMULATOR: "off" }, { startsSimulator: false, simulatorUrl: undefined }],
    [
      { COUNTINGHOUSE_SIMULATOR: "http://127.0.0.1:4100/" },
      { startsSimulator: false, simulatorUrl: "http://127.0.0.1:4100" },
    ],
    [production, { startsSimulator: false, simulatorUrl: undefined }],
  ])("knows from %j where the gateway simulator is", (environment, expected) => {
    expect(readConfig(environment, [])).toMatchObject(expected);
  });

  test("keeps the ledger's heads beside the data unless told where, and tells them to nobody unless told whom", () => {
    const { dataDir, ledgerHeadsFolder, ledgerHeadsAddresses } = readConfig({}, []);
    expect([ledgerHeadsFolder, ledgerHeadsAddresses]).toEqual([join(dataDir, "ledger-heads"), []]);
    const told = {
      COUNTINGHOUSE_LEDGER_HEADS: "/worm",
      COUNTINGHOUSE_LEDGER_HEADS_URL: "https://a.example/h, https://b.example",
    };
    expect(readConfig(told, [])).toMatchObject({
      ledgerHeadsFolder: "/worm",
      ledgerHeadsAddresses: ["https://a.example/h", "https://b.example"],
    });
  });

  test("knows the buckets of files and heads, and by which server mail goes", () => {
    const store = {
      endpoint: "https://s3.example",
      region: "us-east-1",
      keyId: "KEY",
      secret: "s3-secret",
      isPathStyle: true,
    };
    const told = readConfig(
      {
        ...objectStore,
        ...mailServer,
        COUNTINGHOUSE_FILES: "s3",
        COUNTINGHOUSE_S3_BUCKET: "files",
        COUNTINGHOUSE_S3_PREFIX: "house",
        COUNTINGHOUSE_LEDGER_HEADS_BUCKET: "locked/house/2026",
        COUNTINGHOUSE_LEDGER_HEADS_MAIL: "a@example.com, b@example.com",
      },
      [],
    );
    expect(told.filesBucket).toEqual({ store, bucket: "files", prefix: "house/" });
    expect(told.ledgerHeadsBucket).toEqual({ store, bucket: "locked", prefix: "house/2026/", retentionDays: 2_557 });
    expect(told.ledgerHeadsRecipients).toEqual(["a@example.com", "b@example.com"]);
    expect(told.mail).toMatchObject({ host: "mail.example", port: 587, tls: "starttls", from: "books@house.example" });
    expect(readConfig({ ...mailServer, COUNTINGHOUSE_SMTP_URL: "smtps://mail.example" }, []).mail).toMatchObject({
      port: 465,
      tls: "implicit",
    });
  });

  test("tells a backup which bucket keeps the files, and asks for nothing else", () => {
    expect(filesBucketOf({ NODE_ENV: "production", COUNTINGHOUSE_FILES: "/srv/files" })).toBeUndefined();
    const inBucket = { ...objectStore, COUNTINGHOUSE_FILES: "s3", COUNTINGHOUSE_S3_BUCKET: "files", PORT: "" };
    expect(filesBucketOf(inBucket)).toMatchObject({ bucket: "files", prefix: "" });
    expect(() => filesBucketOf({ ...inBucket, COUNTINGHOUSE_S3_BUCKET: "No bucket" })).toThrow(
      "COUNTINGHOUSE_S3_BUCKET",
    );
  });

  test("never quotes a secret it refuses", () => {
    expect(() => readConfig({ COUNTINGHOUSE_SECRET: "hunter2hunter2" }, [])).toThrow(/^(?!.*hunter2)/);
  });

  test("insists on a given secret in production", () => {
    expect(() => readConfig({ NODE_ENV: "production" }, [])).toThrow("COUNTINGHOUSE_SECRET");
    expect(readConfig(production, [])).toMatchObject({
      isProduction: true,
      seedDemo: false,
    });
  });

  test("takes the role from the flag and refuses others", () => {
    expect(readConfig({}, ["--role=worker"]).role).toBe("worker");
    expect(() => readConfig({}, ["--role=boss"])).toThrow("--role=boss");
    expect(() => readConfig({}, ["--loud"])).toThrow("--loud");
  });
});
