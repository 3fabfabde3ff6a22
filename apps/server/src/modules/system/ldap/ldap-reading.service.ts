import { phoneNumberOf } from "@countinghouse/contract/platform/phone-number.ts";
import { z } from "zod";
import { type Directory, type DirectoryEntry, DirectoryError } from "../../../platform/outbound/directory-client.ts";
import type { DirectoryRow } from "../directory/index.ts";
import type { OrgEntry } from "./org-plan.policy.ts";
import type { PersonEntry } from "./user-plan.policy.ts";

/** Maximum number of entries in memory at once. */
const entriesMax = 50_000;

const Mail = z.email().max(64);

/** The attributes read of people. */
const personAttributes = (row: DirectoryRow): string[] =>
  [
    row.bindAttrAccount,
    row.bindAttrCode,
    row.attrRealName,
    row.bindAttrEmployeeId,
    row.attrEmail,
    row.attrPhone,
  ].filter((name) => name !== null);

const textOf = (entry: DirectoryEntry, attribute: string | null): string | null =>
  attribute === null ? null : entry.text(attribute);

/** Refuses an incomplete answer: empty, too large, or with entries that cannot be told apart. */
function assertWhole(row: DirectoryRow, filter: string, entries: readonly DirectoryEntry[]): void {
  const { baseDn: base, bindAttrCode: attribute } = row;
  if (entries.length === 0) throw new DirectoryError("nobody", "no entry was found", { filter, base });
  if (entries.length >= entriesMax) throw new DirectoryError("answer_cut", `more than ${entriesMax} entries`, { base });
  assertDifferent(entries, (entry) => {
    const code = entry.code(attribute);
    if (code === null)
      throw new DirectoryError("code_missing", `${entry.dn}: ${attribute}`, { dn: entry.dn, attribute });
    return code;
  });
}

function assertDifferent<E extends { readonly dn: string }>(
  entries: readonly E[],
  told: (entry: E) => string | null,
): void {
  const known = new Map<string, string>();
  for (const entry of entries) {
    const value = told(entry);
    if (value === null) continue;
    const other = known.get(value);
    if (other !== undefined)
      throw new DirectoryError("ambiguous", `${other} and ${entry.dn}: ${value}`, {
        dn: other,
        other: entry.dn,
        value,
      });
    known.set(value, entry.dn);
  }
}

/** All people of the directory's filter. Throws {@link DirectoryError} rather than answering a part. */
export async function readPeople(directory: Directory, row: DirectoryRow): Promise<PersonEntry[]> {
  const entries = await directory.search(row.baseDn, row.userFilter, personAttributes(row), entriesMax);
  assertWhole(row, row.userFilter, entries);
  const people = entries.map((entry): PersonEntry => {
    const email = Mail.safeParse(textOf(entry, row.attrEmail));
    return {
      dn: entry.dn,
      code: entry.code(row.bindAttrCode) ?? "",
      account: entry.text(row.bindAttrAccount),
      employeeId: textOf(entry, row.bindAttrEmployeeId),
      realName: entry.text(row.attrRealName),
      email: email.success ? email.data : null,
      phone: phoneNumberOf(textOf(entry, row.attrPhone) ?? "") ?? null,
    };
  });
  assertDifferent(people, ({ account }) => account?.toLowerCase() ?? null);
  return people;
}

/** All organisations of the directory. Throws {@link DirectoryError} rather than answering a part. */
export async function readOrgEntries(directory: Directory, row: DirectoryRow): Promise<OrgEntry[]> {
  const filter = row.orgFilter ?? "";
  const entries = await directory.search(row.baseDn, filter, [row.bindAttrCode], entriesMax);
  assertWhole(row, filter, entries);
  return entries.map((entry) => ({ dn: entry.dn, code: entry.code(row.bindAttrCode) ?? "" }));
}
