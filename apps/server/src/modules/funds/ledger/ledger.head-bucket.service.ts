import { createHash } from "node:crypto";
import { ConfigError } from "../../../platform/config/config-error.ts";
import type { HeadsBucketSettings } from "../../../platform/config/outside-config.ts";
import {
  elementsOf,
  listedEntries,
  type ObjectBucket,
  ObjectStoreError,
  openBucket,
  textOf,
} from "../../../platform/files/object-bucket.ts";
import type { HeadStore } from "./ledger.heads.port.ts";

const dayMs = 86_400_000;
const keyForm = /heads-(\d{4}-\d\d-\d\d)\.json$/;
const keyOf = (day: string): string => `heads-${day}.json`;

/**
 * Stores heads in a bucket with object lock, under a retention that nobody can shorten. Such a bucket still accepts
 * further versions and delete markers: the oldest version of a day counts, and others are reported.
 */
export function createHeadBucket(settings: HeadsBucketSettings, now: () => Date): HeadStore {
  const bucket = openBucket(settings);
  return {
    name: "COUNTINGHOUSE_LEDGER_HEADS_BUCKET",
    days: async () => [...(await versionsOf(bucket)).keys()].sort(),
    read: async (day) => {
      const versionId = (await versionsOf(bucket, day)).get(day)?.first;
      if (versionId === undefined) throw new Error(`${bucket.name} keeps no heads of ${day}`);
      return (await bucket.send({ key: keyOf(day), query: { versionId } })).text();
    },
    keep: async (day, text) => {
      if ((await versionsOf(bucket, day)).size > 0) throw new Error(`${bucket.name} keeps heads of ${day} already`);
      const until = new Date(now().getTime() + settings.retentionDays * dayMs).toISOString();
      await bucket.send({ method: "PUT", key: keyOf(day), body: text, headers: lockHeaders(text, until) });
      const kept = await bucket.send({ method: "HEAD", key: keyOf(day) });
      if (kept.headers.get("x-amz-object-lock-mode") !== "COMPLIANCE")
        throw new Error(`${bucket.name} took the heads of ${day} and does not lock them`);
    },
    disturbed: async () =>
      [...(await versionsOf(bucket))].filter(([, { isDisturbed }]) => isDisturbed).map(([day]) => day),
  };
}

const lockHeaders = (text: string, until: string): Record<string, string> => ({
  "content-type": "application/json; charset=utf-8",
  // Stores require it for object lock.
  "content-md5": createHash("md5").update(text).digest("base64"),
  "x-amz-object-lock-mode": "COMPLIANCE",
  "x-amz-object-lock-retain-until-date": until,
});

/** The stored versions of a day. */
interface Kept {
  /** The oldest version; undefined while only delete markers were read. */
  first: string | undefined;
  tag: string | undefined;
  isDisturbed: boolean;
}

/** The days in a bucket, or one of them. Stores list the versions of a key from newest to oldest. */
async function versionsOf(bucket: ObjectBucket, day?: string): Promise<Map<string, Kept>> {
  const entries = listedEntries(bucket, {
    query: { versions: "", prefix: `${bucket.prefix}heads-${day ?? ""}` },
    element: "(?:Version|DeleteMarker)",
    next: (xml) => ({
      "key-marker": textOf(xml, "NextKeyMarker") ?? "",
      "version-id-marker": textOf(xml, "NextVersionIdMarker") ?? "",
    }),
  });
  const days = new Map<string, Kept>();
  for await (const entry of entries) {
    const found = keyForm.exec(textOf(entry, "Key") ?? "")?.[1];
    if (found === undefined) continue;
    const tag = textOf(entry, "ETag");
    const newer = days.get(found);
    // Identical bytes are a repeated call.
    const isDisturbed = newer !== undefined && (newer.isDisturbed || newer.tag !== tag);
    days.set(found, { first: textOf(entry, "VersionId"), tag, isDisturbed: isDisturbed || tag === undefined });
  }
  return days;
}

/** Refuses, by the variable's name, a reachable bucket that would not lock its objects. */
export async function checkHeadsBucket(settings: HeadsBucketSettings | undefined): Promise<void> {
  if (!settings) return;
  const refused = (why: string) => new ConfigError(`COUNTINGHOUSE_LEDGER_HEADS_BUCKET is refused: ${why}.`);
  const bucket = openBucket({ ...settings, prefix: "" });
  try {
    const text = await (await bucket.send({ query: { "object-lock": "" } })).text();
    if (elementsOf(text, "ObjectLockEnabled")[0] !== "Enabled") throw refused(`${bucket.name} has no object lock`);
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    if (error.code === "ObjectLockConfigurationNotFoundError") throw refused(`${bucket.name} has no object lock`);
    // An unreachable store must not stop payments: the daily alarm names it.
    if (error.status >= 400 && error.status < 500) throw refused(error.message);
  }
}
