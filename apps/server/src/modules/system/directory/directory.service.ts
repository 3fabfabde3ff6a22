import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import { type WorkGate, workGate } from "../../../platform/crypto/work-gate.ts";
import type { Context } from "../../../platform/http/context.ts";
import {
  type Directory,
  type DirectoryEntry,
  DirectoryError,
  escapedForFilter,
  openDirectory,
} from "../../../platform/outbound/directory-client.ts";
import type { Platform } from "../../../platform/platform.ts";
import { settingOf } from "../../settings/config/index.ts";
import { type DirectoryRow, findLink, noteEntry, type UserLink } from "./directory.store.ts";

/** Services that directories need beside their rows. */
export type DirectoryPlatform = Pick<Platform, "config" | "secret">;

/** Encryption context of a directory's password: it cannot be decrypted in another row. */
const placeOf = (sealKey: string): string => `ldap:${sealKey}`;

export const sealBindPass = ({ secret }: DirectoryPlatform, sealKey: string, plain: string): string =>
  seal(installationKeys(secret).ring, plain, placeOf(sealKey));

/** The servers of a directory, in the order of use. */
export const hostsOf = (host: string): string[] =>
  host
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== "");

/** Answer time-out of a synchronisation in milliseconds, longer than that of a sign-in. */
export const syncAnswerMs = 20_000;

/** Connects to a directory and binds as its reader. Throws {@link DirectoryError}. */
async function openAsReader(
  { config, secret }: DirectoryPlatform,
  row: DirectoryRow,
  timeoutMs?: number,
): Promise<Directory> {
  const { port, tls, caCertificate, bindDn } = row;
  const directory = await openDirectory({
    hosts: hostsOf(row.host),
    port,
    tls,
    caCertificate,
    reach: config.directoryHosts,
    ...(timeoutMs ? { timeoutMs } : {}),
  });
  try {
    await directory.bind(bindDn, open(installationKeys(secret).ring, row.bindPassSealed, placeOf(row.sealKey)));
    return directory;
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** Runs work with a directory, bound as its reader, and disconnects. */
export async function inDirectory<T>(
  platform: DirectoryPlatform,
  row: DirectoryRow,
  work: (directory: Directory) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const directory = await openAsReader(platform, row, timeoutMs);
  try {
    return await work(directory);
  } finally {
    await directory.close();
  }
}

const bracketed = (filter: string): string => (filter.startsWith("(") ? filter : `(${filter})`);

/** Filter for a user who signs in: the account, escaped, within the directory's user filter. */
export const signInFilter = ({ authFilter, userFilter }: DirectoryRow, account: string): string =>
  `(&${bracketed(authFilter.replaceAll("%s", () => escapedForFilter(account)))}${bracketed(userFilter)})`;

/** The entry of a linked account, or nothing: an account name reassigned to somebody else is another entry. */
async function entryOf(directory: Directory, row: DirectoryRow, link: UserLink): Promise<DirectoryEntry | undefined> {
  const found = await directory.search(row.baseDn, signInFilter(row, link.account), [row.bindAttrCode], 2);
  const [entry] = found;
  if (!entry || found.length > 1) return undefined;
  const code = entry.code(row.bindAttrCode);
  return code !== null && (link.entryCode === null || link.entryCode === code) ? entry : undefined;
}

/** Sign-ins share few connections to directories. */
const gate: WorkGate = workGate({ running: 10, waiting: 40 });

/** Answer of a directory about a user; `unavailable` means that it could not be asked. */
export type DirectoryAnswer = "yes" | "no" | "unavailable";

async function asked(
  { platform, ctx, found }: Asking,
  prove: (directory: Directory, entry: DirectoryEntry) => Promise<boolean>,
): Promise<DirectoryAnswer> {
  const { link, directory: row } = found;
  if (row.status !== Status.Enable) return "no";
  const answer = async (directory: Directory): Promise<DirectoryAnswer> => {
    const entry = await entryOf(directory, row, link);
    if (!entry || !(await prove(directory, entry))) return "no";
    const code = entry.code(row.bindAttrCode);
    if (link.entryCode === null && code !== null) await noteEntry(ctx.db, link.userId, code);
    return "yes";
  };
  try {
    const done = await gate.run(() => inDirectory(platform, row, answer));
    return done?.value ?? "unavailable";
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    platform.logger.warn({ ldapId: row.id, fault: error.fault, err: error }, "a directory could not be asked");
    return "unavailable";
  }
}

interface Asking {
  readonly platform: Platform;
  readonly ctx: Pick<Context, "db">;
  readonly found: NonNullable<Awaited<ReturnType<typeof findLink>>>;
}

/**
 * The directory link by which a user signs in; undefined for users with a local password, and for everybody while
 * directory sign-in is disabled.
 */
export async function linkInForce(ctx: Pick<Context, "db">, userId: number) {
  const found = await findLink(ctx.db, userId);
  return found && (await settingOf(ctx, "sys_domain_login")) ? found : undefined;
}

type LinkInForce = NonNullable<Awaited<ReturnType<typeof linkInForce>>>;

/**
 * Whether the directory accepts a user's password. An empty one is refused before anything is sent: directories accept
 * it as an anonymous bind.
 */
export async function isPasswordOfDirectory(
  platform: Platform,
  ctx: Pick<Context, "db">,
  found: LinkInForce,
  password: string,
): Promise<boolean> {
  if (password.trim() === "" || password.includes("\0")) return false;
  const answer = await asked({ platform, ctx, found }, async (directory, { dn }) => {
    try {
      await directory.bind(dn, password);
      return true;
    } catch (error) {
      if (error instanceof DirectoryError && error.fault === "credentials_refused") return false;
      throw error;
    }
  });
  return answer === "yes";
}

/** Whether a user is still in the directory: one who left it cannot sign in by other methods either. */
export const isInDirectory = async (
  platform: Platform,
  ctx: Pick<Context, "db">,
  found: LinkInForce,
): Promise<boolean> => (await asked({ platform, ctx, found }, async () => true)) === "yes";
