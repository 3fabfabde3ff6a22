import { BlockList, isIP } from "node:net";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { open } from "../../../platform/crypto/sealing.ts";
import type { Platform } from "../../../platform/platform.ts";
import { noteUse, readCaller, readKeyOf, readPublisher } from "./app-key.store.ts";
import {
  acceptedSecrets,
  isInScope,
  isUseDue,
  lastUsedStepMs,
  makersOf,
  secretBinding,
  takesCalls,
} from "./coin-app.policy.ts";

type CallingKey = Pick<Platform, "db" | "secret" | "clock">;

/** A merchant's app as the open API sees it: the caller, its permissions, and the defaults of its orders. */
export interface AppCaller {
  readonly appId: string;
  readonly appNo: string;
  readonly name: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly tenantId: number;
  readonly mode: "live" | "test";
  /** App and key are enabled, the key has a secret and has not expired. */
  readonly isEnabled: boolean;
  /** Every secret that may sign a call now, the current one first. */
  readonly secrets: readonly string[];
  /** Users who created one of these secrets and so may know it; empty where that is not recorded. */
  readonly secretMakers: readonly number[];
  readonly keyId: string;
  readonly publishableKey: string;
  /** Empty means all. */
  readonly scopes: readonly string[];
  /** Empty means any address. */
  readonly allowedIps: readonly string[];
  /** Origins of pages that may call for payers; empty means only our own pages. */
  readonly allowedOrigins: readonly string[];
  readonly maxAttempts: number;
  readonly orderExpireMinutes: number;
  readonly defaultCurrency: string;
  /** Statement descriptor, appended to the merchant's own. */
  readonly descriptor: string | null;
  readonly defaultReturnUrl: string | null;
  readonly defaultCancelUrl: string | null;
  readonly defaultNotifyUrl: string | null;
  readonly lastUsedTime: string | null;
}

type StoredAppKey = NonNullable<Awaited<ReturnType<typeof readCaller>>>;

function describe(platform: CallingKey, row: StoredAppKey): AppCaller {
  const now = platform.clock.now().toISOString();
  const { ring } = installationKeys(platform.secret);
  return {
    appId: row.appId,
    appNo: row.appNo,
    name: row.name,
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    tenantId: row.tenantId,
    mode: row.mode,
    isEnabled: takesCalls(row, row.appStatus, now),
    secrets: acceptedSecrets(row, now).map((sealed) => open(ring, sealed, secretBinding(row.appKey))),
    secretMakers: makersOf(row, now),
    keyId: row.appKey,
    publishableKey: row.publishableKey,
    scopes: row.scopes,
    allowedIps: row.allowedIps,
    allowedOrigins: row.allowedOrigins,
    maxAttempts: row.maxAttempts,
    orderExpireMinutes: row.orderExpireMinutes,
    defaultCurrency: row.defaultCurrency,
    descriptor: row.descriptorSuffix,
    defaultReturnUrl: row.returnUrl,
    defaultCancelUrl: row.cancelUrl,
    defaultNotifyUrl: row.notifyUrl,
    lastUsedTime: row.lastUsedTime,
  };
}

/**
 * The app of a key with everything that authentication needs, read by primary keys. Nothing is cached, so that a
 * disabled key is refused at once on every node.
 */
export async function findAppByKey(platform: CallingKey, appKey: string): Promise<AppCaller | undefined> {
  const row = await readCaller(platform, appKey);
  return row ? describe(platform, row) : undefined;
}

/** The app of a publishable key. Such a key reads and confirms orders only together with the order's own token. */
export async function findAppByPublishableKey(platform: CallingKey, key: string): Promise<AppCaller | undefined> {
  const row = await readPublisher(platform, key);
  return row ? describe(platform, row) : undefined;
}

/** An app with its key of one mode, for what the platform signs in its name. */
export async function findAppOf(
  platform: CallingKey,
  of: { readonly appId: string; readonly mode: "live" | "test" },
): Promise<AppCaller | undefined> {
  const row = await readKeyOf(platform, of);
  return row ? describe(platform, row) : undefined;
}

/** Whether a key may make calls of a scope now. */
export async function keyMay(
  { db, now }: { readonly db: Platform["db"]; readonly now: Date },
  appKey: string,
  scope: string,
): Promise<boolean> {
  const row = await readCaller({ db }, appKey);
  return row !== undefined && takesCalls(row, row.appStatus, now.toISOString()) && isInScope(row, scope);
}

/** Records the use of a key, at most once a minute; called after its signature was verified. */
export async function recordKeyUse(
  platform: Pick<Platform, "db" | "clock">,
  { keyId, lastUsedTime }: Pick<AppCaller, "keyId" | "lastUsedTime">,
): Promise<void> {
  const now = platform.clock.now();
  if (!isUseDue(lastUsedTime, now)) return;
  const before = new Date(now.getTime() - lastUsedStepMs).toISOString();
  await noteUse(platform, keyId, { now: now.toISOString(), before });
}

/** Whether a caller's address is allowed; an empty list allows every address. */
export function allowsAddress(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const ip = mapped ?? address;
  const family = isIP(ip);
  if (family === 0) return false;
  const list = new BlockList();
  for (const entry of allowed) {
    const [network = "", prefix] = entry.split("/");
    const kind = isIP(network) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(network, kind);
    else list.addSubnet(network, Number(prefix), kind);
  }
  return list.check(ip, family === 6 ? "ipv6" : "ipv4");
}
