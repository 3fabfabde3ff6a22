import { createHash } from "node:crypto";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { isPhoneElsewhere } from "@countinghouse/contract/platform/phone-number.ts";
import type { LdapKind } from "@countinghouse/contract/system/ldap/ldap-enumerations.ts";
import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { DirectoryError } from "../../../platform/outbound/directory-client.ts";
import type { Platform } from "../../../platform/platform.ts";
import { settingOf } from "../../settings/config/index.ts";
import type { SignInControl } from "../auth/index.ts";
import { type DirectoryRow, inDirectory, linksOf, linksOfUsers, saveLink, syncAnswerMs } from "../directory/index.ts";
import { changeOrg, insertOrg, lockTree, orgsOfTenant } from "../org/index.ts";
import { changeUser, insertUser, takenOfUsers, usersForDirectory } from "../user/index.ts";
import { dnKey, keysAbove } from "./dn.policy.ts";
import { orgLinksOf, saveOrgLink } from "./ldap.store.ts";
import { readOrgEntries, readPeople } from "./ldap-reading.service.ts";
import { type OrgEntry, type OrgStep, type OrgSyncPlan, planOrgs } from "./org-plan.policy.ts";
import { isTooManyGone, type PersonEntry, planUsers, type UserPlan, type UserStep } from "./user-plan.policy.ts";

type Kind = ValueOf<typeof LdapKind>;
type Db = Context["db"];

/** Contents of a directory, before comparison. */
export type DirectoryReading =
  | { readonly kind: "users"; readonly people: readonly PersonEntry[] }
  | { readonly kind: "orgs"; readonly orgs: readonly OrgEntry[] };

/** Planned changes for a reading. */
export type DirectoryPlan =
  | { readonly kind: "users"; readonly of: UserPlan }
  | { readonly kind: "orgs"; readonly of: OrgSyncPlan };

/** Reads a whole directory. Throws {@link DirectoryError}. */
export const readDirectoryOf = (
  platform: Pick<Platform, "config" | "secret">,
  row: DirectoryRow,
  kind: Kind,
): Promise<DirectoryReading> =>
  inDirectory(
    platform,
    row,
    async (directory): Promise<DirectoryReading> =>
      kind === "users"
        ? { kind, people: await readPeople(directory, row) }
        : { kind, orgs: await readOrgEntries(directory, row) },
    syncAnswerMs,
  );

const lower = (text: string | null): string[] => (text === null ? [] : [text.toLowerCase()]);

async function planOfPeople(db: Db, row: DirectoryRow, read: readonly PersonEntry[]): Promise<UserPlan> {
  const takesForeign = await settingOf({ db }, "sys_phone_international");
  const people = read.map((entry) =>
    entry.phone !== null && !takesForeign && isPhoneElsewhere(entry.phone) ? { ...entry, phone: null } : entry,
  );
  const links = await linksOf(db, row.id);
  const users = await usersForDirectory(db, {
    tenantId: row.tenantId,
    ids: links.map(({ userId }) => userId),
    accounts: people.flatMap(({ employeeId }) => lower(employeeId)),
  });
  const linkOf = new Map(
    (
      await linksOfUsers(
        db,
        users.map(({ id }) => id),
      )
    ).map((link) => [link.userId, link]),
  );
  const taken = await takenOfUsers(db, {
    accounts: people.flatMap(({ account }) => lower(account)),
    phones: people.flatMap(({ phone }) => (phone === null ? [] : [phone])),
  });
  const orgAt = new Map((await orgLinksOf(db, row.id)).map(({ dn, orgId }) => [dn, orgId]));
  return planUsers({
    ldapId: row.id,
    people,
    known: users.map((user) => ({ ...user, link: linkOf.get(user.id) ?? null })),
    takenAccounts: taken.accounts,
    phoneOwners: taken.phones,
    orgOf: (dn) => keysAbove(dn).flatMap((key) => orgAt.get(key) ?? [])[0],
    fallbackOrgId: row.orgId,
    addsUsers: row.addsUsers,
  });
}

async function planOfOrgs(db: Db, row: DirectoryRow, entries: readonly OrgEntry[]): Promise<OrgSyncPlan> {
  const orgs = await orgsOfTenant(db, row.tenantId);
  const codeOf = new Map((await orgLinksOf(db, row.id)).map(({ orgId, entryCode }) => [orgId, entryCode]));
  const byId = new Map(orgs.map((org) => [org.id, org]));
  const fixed = new Set<number>();
  for (let at = byId.get(row.orgId); at && !fixed.has(at.id); at = byId.get(at.pid)) fixed.add(at.id);
  const known = orgs.map(({ id, pid, name, status }) => ({
    id,
    pid,
    name,
    status,
    entryCode: codeOf.get(id) ?? null,
    isFixed: fixed.has(id) || pid === 0,
  }));
  return planOrgs(entries, known, row.orgId);
}

/** Compares the directory with the database. */
export const planOf = async (db: Db, row: DirectoryRow, reading: DirectoryReading): Promise<DirectoryPlan> =>
  reading.kind === "users"
    ? { kind: "users", of: await planOfPeople(db, row, reading.people) }
    : { kind: "orgs", of: await planOfOrgs(db, row, reading.orgs) };

const isDone = ({ action }: UserStep | OrgStep): boolean => action !== "skip";

/** Digest of the steps of a plan, equal for every computation of the same plan. */
export const fingerprintOf = ({ of }: DirectoryPlan): string =>
  createHash("sha256")
    .update(JSON.stringify((of.steps as readonly (UserStep | OrgStep)[]).filter(isDone)))
    .digest("base64url");

/** Number of steps by kind. */
export function countsOf({ of }: DirectoryPlan) {
  const count = (action: string): number =>
    (of.steps as readonly (UserStep | OrgStep)[]).filter((step) => step.action === action).length;
  return {
    added: count("add"),
    linked: count("link"),
    changed: count("change"),
    disabled: count("disable"),
    skipped: count("skip"),
  };
}

/**
 * Refuses a plan that differs from the one shown, and one that was not shown where it would disable many at once.
 * Throws {@link DirectoryError}.
 */
export function assertConfirmed(plan: DirectoryPlan, fingerprint: string | null): void {
  if (fingerprint !== null) {
    if (fingerprintOf(plan) !== fingerprint) throw new DirectoryError("moved", "the plan is another one by now");
    return;
  }
  const { disabled } = countsOf(plan);
  const of = plan.kind === "users" ? plan.of.linkedBefore : plan.of.unchanged + plan.of.steps.length;
  if (isTooManyGone(disabled, of))
    throw new DirectoryError("too_many_gone", `${disabled} of ${of} would be disabled`, { count: disabled, of });
}

/** Applies a plan in the caller's transaction. */
export const carryOut = async (
  ctx: Context,
  signIn: SignInControl,
  row: DirectoryRow,
  plan: DirectoryPlan,
): Promise<void> => {
  if (plan.kind === "users") for (const step of plan.of.steps) await doForUser(ctx, signIn, row, step);
  else await doForOrgs(ctx, row, plan.of.steps);
};

async function doForUser(ctx: Context, signIn: SignInControl, row: DirectoryRow, step: UserStep): Promise<void> {
  switch (step.action) {
    case "add": {
      const { account, values, entry } = step;
      const accountType = AccountType.NormalUser;
      const id = await insertUser(ctx, { ...values, account, accountType, tenantId: row.tenantId });
      return saveLink(ctx, id, { ldapId: row.id, account, entryCode: entry.code });
    }
    case "link":
    case "change": {
      const { user, values, account, entry, changed } = step;
      if (changed.some((field) => field !== "domainAccount")) await changeUser(ctx, user.id, values);
      if (!changed.includes("domainAccount")) return;
      // Sessions opened with a local password end: the user signs in by the directory from now on.
      if (step.action === "link") await signIn.endSessionsOf(ctx, user.id, "changed");
      return saveLink(ctx, user.id, { ldapId: row.id, account, entryCode: entry.code });
    }
    case "disable":
      await changeUser(ctx, step.user.id, { status: Status.Disable });
      return signIn.endSessionsOf(ctx, step.user.id, "disabled");
    case "skip":
      return;
  }
}

const codeMax = 64;

async function doForOrgs(ctx: Context, row: DirectoryRow, steps: readonly OrgStep[]): Promise<void> {
  await lockTree(ctx, row.tenantId);
  const idOf = new Map<string, number>();
  for (const step of steps) {
    if (step.action === "skip") continue;
    if (step.action === "disable") {
      await changeOrg(ctx, step.org.id, { status: Status.Disable });
      continue;
    }
    const { entry, name, parent } = step;
    const pid = "id" in parent ? parent.id : (idOf.get(parent.code) ?? row.orgId);
    let orgId: number;
    if (step.action === "add") {
      orgId = await insertOrg(ctx, { tenantId: row.tenantId, pid, name, code: entry.code.slice(0, codeMax) });
    } else {
      orgId = step.org.id;
      if (step.changed.length > 0) await changeOrg(ctx, orgId, { name, pid });
    }
    idOf.set(entry.code, orgId);
    await saveOrgLink(ctx, { orgId, ldapId: row.id, entryCode: entry.code, dn: dnKey(entry.dn) });
  }
}

/** Stores the present places of organisation entries, so that people of a renamed branch are assigned to it. */
export async function notePlaces(ctx: Context, row: DirectoryRow, entries: readonly OrgEntry[]): Promise<void> {
  const dnOf = new Map(entries.map(({ code, dn }) => [code, dnKey(dn)]));
  for (const link of await orgLinksOf(ctx.db, row.id)) {
    const dn = dnOf.get(link.entryCode);
    if (dn !== undefined && dn !== link.dn) await saveOrgLink(ctx, { ...link, dn });
  }
}
