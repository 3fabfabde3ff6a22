import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { LdapSkip } from "@countinghouse/contract/system/ldap/ldap-enumerations.ts";
import { AccountName } from "@countinghouse/contract/system/user/user.ts";
import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";

type Skip = ValueOf<typeof LdapSkip>;

/** A person's entry in the directory. */
export interface PersonEntry {
  readonly dn: string;
  readonly code: string;
  readonly account: string | null;
  readonly employeeId: string | null;
  readonly realName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** A user: linked to the directory, or with the account name of an entry. */
export interface KnownUser {
  readonly id: number;
  readonly account: string;
  readonly accountType: number;
  readonly status: number;
  readonly realName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly orgId: number;
  readonly isTenantAdministrator: boolean;
  /** Their linked entry, and its directory. */
  readonly link: { readonly ldapId: number; readonly account: string; readonly entryCode: string | null } | null;
}

/** Input of a plan. */
export interface UserFacts {
  readonly ldapId: number;
  readonly people: readonly PersonEntry[];
  readonly known: readonly KnownUser[];
  /** Accounts of every tenant, in lower case. */
  readonly takenAccounts: ReadonlySet<string>;
  /** Owners of phone numbers. */
  readonly phoneOwners: ReadonlyMap<string, number>;
  /** The organisation of an entry, if known. */
  readonly orgOf: (dn: string) => number | undefined;
  readonly fallbackOrgId: number;
  readonly addsUsers: boolean;
}

/** Values of an entry, in the form stored here. */
export interface PersonValues {
  readonly realName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly orgId: number;
}

/** Change of one user. */
export type UserStep =
  | { readonly action: "add"; readonly entry: PersonEntry; readonly account: string; readonly values: PersonValues }
  | {
      readonly action: "link" | "change";
      readonly entry: PersonEntry;
      readonly user: KnownUser;
      readonly account: string;
      readonly values: PersonValues;
      readonly changed: readonly string[];
    }
  | { readonly action: "disable"; readonly user: KnownUser }
  | { readonly action: "skip"; readonly skip: Skip; readonly entry?: PersonEntry; readonly user?: KnownUser };

/** Planned changes; `unchanged` counts users that match already. */
export interface UserPlan {
  readonly steps: readonly UserStep[];
  readonly unchanged: number;
  /** Enabled accounts that were already linked. */
  readonly linkedBefore: number;
}

const lower = (text: string): string => text.toLowerCase();

/** Administrators are linked, changed and disabled by hand only: a directory creates and disables none. */
const isAdministrator = ({ accountType, isTenantAdministrator }: KnownUser): boolean =>
  accountType >= AccountType.SysAdmin || isTenantAdministrator;

const longestName = 32;

/** Values from the entry; missing ones, and ones that belong to somebody else, stay unchanged. */
function valuesOf(facts: UserFacts, entry: PersonEntry, account: string, user?: KnownUser): PersonValues {
  const phoneOwner = entry.phone === null ? undefined : facts.phoneOwners.get(entry.phone);
  const isPhoneFree = phoneOwner === undefined || phoneOwner === user?.id;
  return {
    realName: (entry.realName ?? user?.realName ?? account).slice(0, longestName),
    email: entry.email ?? user?.email ?? null,
    phone: (isPhoneFree ? entry.phone : null) ?? user?.phone ?? null,
    orgId: facts.orgOf(entry.dn) ?? user?.orgId ?? facts.fallbackOrgId,
  };
}

const changedFields = (user: KnownUser, values: PersonValues): string[] =>
  (["realName", "email", "phone", "orgId"] as const).filter((field) => user[field] !== values[field]);

/** Plans the step of a linked user. */
function ofLinked(facts: UserFacts, entry: PersonEntry, user: KnownUser): UserStep | undefined {
  if (entry.account === null) return { action: "skip", skip: LdapSkip.AccountMissing, entry, user };
  if (isAdministrator(user)) return undefined;
  if (user.status !== Status.Enable) return { action: "skip", skip: LdapSkip.StaysDisabled, entry, user };
  const values = valuesOf(facts, entry, entry.account, user);
  const isLinkOld = user.link?.account !== entry.account || user.link.entryCode !== entry.code;
  const changed = [...changedFields(user, values), ...(isLinkOld ? ["domainAccount"] : [])];
  if (changed.length === 0) return undefined;
  return { action: "change", entry, user, account: entry.account, values, changed };
}

/** Why a user is not linked to an entry; undefined where they are. */
function reasonNotToLink(user: KnownUser): Skip | undefined {
  if (isAdministrator(user)) return LdapSkip.Administrator;
  if (user.accountType === AccountType.Member) return LdapSkip.OfMerchant;
  if (user.link) return LdapSkip.LinkedOtherwise;
  return user.status === Status.Enable ? undefined : LdapSkip.StaysDisabled;
}

function ofStranger(facts: UserFacts, entry: PersonEntry, byAccount: ReadonlyMap<string, KnownUser>): UserStep {
  const { account, employeeId } = entry;
  const left = (skip: Skip, user?: KnownUser): UserStep => ({
    action: "skip",
    skip,
    entry,
    ...(user ? { user } : {}),
  });
  if (account === null) return left(LdapSkip.AccountMissing);
  const own = employeeId === null ? undefined : byAccount.get(lower(employeeId));
  if (own) {
    const reason = reasonNotToLink(own);
    if (reason) return left(reason, own);
    const values = valuesOf(facts, entry, account, own);
    return {
      action: "link",
      entry,
      user: own,
      account,
      values,
      changed: [...changedFields(own, values), "domainAccount"],
    };
  }
  if (facts.takenAccounts.has(lower(account))) return left(LdapSkip.AccountTaken);
  if (!AccountName.safeParse(account).success) return left(LdapSkip.AccountUnfit);
  if (!facts.addsUsers) return left(LdapSkip.NotAdded);
  return { action: "add", entry, account, values: valuesOf(facts, entry, account) };
}

/** Plans the step of a user whose entry is gone or no longer matches the filter. */
function ofGone(user: KnownUser): UserStep | undefined {
  if (user.status !== Status.Enable) return undefined;
  return isAdministrator(user) ? { action: "skip", skip: LdapSkip.Administrator, user } : { action: "disable", user };
}

/**
 * Plans a synchronisation of users. Nobody is deleted, made an administrator or enabled again; users who never had an
 * entry of this directory are not touched.
 */
export function planUsers(facts: UserFacts): UserPlan {
  const linked = facts.known.filter(({ link }) => link?.ldapId === facts.ldapId);
  const byCode = new Map(
    linked.flatMap((user) => (user.link?.entryCode ? [[user.link.entryCode, user] as const] : [])),
  );
  const byHand = new Map(
    linked.flatMap((user) => (user.link && !user.link.entryCode ? [[lower(user.link.account), user] as const] : [])),
  );
  const byAccount = new Map(facts.known.map((user) => [lower(user.account), user]));
  const seen = new Set<number>();
  const phones = new Map(facts.phoneOwners);
  const steps: UserStep[] = [];
  let unchanged = 0;
  for (const entry of facts.people) {
    const user = byCode.get(entry.code) ?? (entry.account ? byHand.get(lower(entry.account)) : undefined);
    const present: UserFacts = { ...facts, phoneOwners: phones };
    const step = user ? ofLinked(present, entry, user) : ofStranger(present, entry, byAccount);
    const isTwice = step?.action === "link" && seen.has(step.user.id);
    const whose = user ?? (step?.action === "link" ? step.user : undefined);
    if (whose) seen.add(whose.id);
    if (step && "values" in step && step.values.phone !== null) phones.set(step.values.phone, whose?.id ?? -1);
    if (!step) unchanged += 1;
    else steps.push(isTwice ? { action: "skip", skip: LdapSkip.LinkedOtherwise, entry, user: step.user } : step);
  }
  for (const user of linked) {
    const step = seen.has(user.id) ? undefined : ofGone(user);
    if (step) steps.push(step);
  }
  return { steps, unchanged, linkedBefore: linked.filter(({ status }) => status === Status.Enable).length };
}

/** Disabling this many at once needs a person's confirmation: an emptied branch of a directory looks the same. */
export const isTooManyGone = (disabled: number, linkedBefore: number): boolean =>
  disabled > 2 && disabled * 5 > linkedBefore;
