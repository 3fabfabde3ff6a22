import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { LdapSkip } from "@countinghouse/contract/system/ldap/ldap-enumerations.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { dnKey, keysAbove, nameIn } from "./dn.policy.ts";

/** An organisation's entry in the directory. */
export interface OrgEntry {
  readonly dn: string;
  readonly code: string;
}

/** An existing organisation. */
export interface KnownOrg {
  readonly id: number;
  readonly pid: number;
  readonly name: string;
  readonly status: number;
  /** Its linked entry in this directory, as far as known. */
  readonly entryCode: string | null;
  /** The root of its tenant, or the parent of the directory's organisations: neither is moved or disabled. */
  readonly isFixed: boolean;
}

/** Parent of an organisation: an existing one, or one created from another entry. */
export type OrgParent = { readonly id: number } | { readonly code: string };

/** Change of one organisation. */
export type OrgStep =
  | {
      readonly action: "add";
      readonly entry: OrgEntry;
      readonly name: string;
      readonly parent: OrgParent;
    }
  | {
      readonly action: "link" | "change";
      readonly entry: OrgEntry;
      readonly org: KnownOrg;
      readonly name: string;
      readonly parent: OrgParent;
      readonly changed: readonly string[];
    }
  | { readonly action: "disable"; readonly org: KnownOrg }
  | {
      readonly action: "skip";
      readonly skip: ValueOf<typeof LdapSkip>;
      readonly entry?: OrgEntry;
      readonly org?: KnownOrg;
    };

/** Planned changes of organisations, parents before children. */
export interface OrgSyncPlan {
  readonly steps: readonly OrgStep[];
  readonly unchanged: number;
}

const longestName = 64;

/**
 * Plans a synchronisation of organisations. Each is matched by its code, or by its name where one of the same name
 * exists in its place. None is deleted or enabled again, and those that never had an entry stay.
 */
export function planOrgs(entries: readonly OrgEntry[], known: readonly KnownOrg[], belowId: number): OrgSyncPlan {
  const codeAt = new Map(entries.map(({ dn, code }) => [dnKey(dn), code]));
  const byCode = new Map(known.flatMap((org) => (org.entryCode ? [[org.entryCode, org] as const] : [])));
  const idOf = new Map<string, number>([...byCode].map(([code, { id }]) => [code, id]));
  const free = new Map(
    known.filter(({ entryCode, isFixed }) => !entryCode && !isFixed).map((org) => [`${org.pid} ${org.name}`, org]),
  );
  const steps: OrgStep[] = [];
  let unchanged = 0;
  const ordered = [...entries].sort((one, other) => keysAbove(one.dn).length - keysAbove(other.dn).length);
  for (const entry of ordered) {
    const above = keysAbove(entry.dn).find((key) => codeAt.has(key));
    const code = above === undefined ? undefined : codeAt.get(above);
    const parentId = code === undefined ? belowId : idOf.get(code);
    const parent: OrgParent = parentId === undefined ? { code: code ?? "" } : { id: parentId };
    const name = nameIn(entry.dn).slice(0, longestName);
    const step = stepOf({ entry, name, parent, org: byCode.get(entry.code), free });
    if (step?.action === "link") idOf.set(entry.code, step.org.id);
    if (step) steps.push(step);
    else unchanged += 1;
  }
  const present = new Set(entries.map(({ code }) => code));
  for (const org of known) {
    if (!org.entryCode || present.has(org.entryCode) || org.status !== Status.Enable) continue;
    steps.push(org.isFixed ? { action: "skip", skip: LdapSkip.RootStays, org } : { action: "disable", org });
  }
  return { steps, unchanged };
}

interface Placing {
  readonly entry: OrgEntry;
  readonly name: string;
  readonly parent: OrgParent;
  readonly org: KnownOrg | undefined;
  readonly free: Map<string, KnownOrg>;
}

function stepOf({ entry, name, parent, org, free }: Placing): OrgStep | undefined {
  if (name === "") return { action: "skip", skip: LdapSkip.NameMissing, entry, ...(org ? { org } : {}) };
  if (org) {
    if (org.status !== Status.Enable) return { action: "skip", skip: LdapSkip.StaysDisabled, entry, org };
    const isMoved = !org.isFixed && !("id" in parent && parent.id === org.pid);
    const changed = [...(org.name === name ? [] : ["name"]), ...(isMoved ? ["pid"] : [])];
    const at: OrgParent = isMoved ? parent : { id: org.pid };
    return changed.length > 0 ? { action: "change", entry, org, name, parent: at, changed } : undefined;
  }
  const key = "id" in parent ? `${parent.id} ${name}` : "";
  const same = free.get(key);
  if (!same) return { action: "add", entry, name, parent };
  free.delete(key);
  return { action: "link", entry, org: same, name, parent, changed: [] };
}
