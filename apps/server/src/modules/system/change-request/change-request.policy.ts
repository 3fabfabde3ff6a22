import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import {
  type ChangeState,
  type ChangeStep,
  changeRequestLifecycle,
} from "@countinghouse/contract/system/change-request/change-request.lifecycle.ts";
import type { RowDifference } from "@countinghouse/contract/system/change-request/change-request.ts";

/**
 * Columns that record who touched a row and when, its previous state, when a job revisits it, and digests derived from
 * the rest: none describes the row itself.
 */
const stamps: ReadonlySet<string> = new Set([
  "version",
  "tenantId",
  "createTime",
  "createUserId",
  "createUserName",
  "updateTime",
  "updateUserId",
  "updateUserName",
  "secondUserId",
  "endedBefore",
  "seal",
  "moveDigests",
  "nextRetryTime",
]);

/** Placeholder for a value that is the instant of the run: approval runs at a later one. */
export const atApproval = "@now";

/** Columns that identify a row to people, the best first. */
const nameColumns = ["name", "accountNo", "dueNo", "code"] as const;

const currencyColumns = ["currency", "settlementCurrency"] as const;

interface ChangedRows {
  readonly table: string;
  readonly id: number | string;
  readonly before: object | null;
  readonly after: object | null;
}

type Values = Readonly<Record<string, unknown>>;

/** As JSON represents it: dates and large numbers as texts. */
const plain = (row: object | null): Values =>
  JSON.parse(
    JSON.stringify(row ?? {}, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  ) as Values;

const isRecord = (value: unknown): value is Values =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** JSON with sorted members: the database stores them in an order of its own. */
const ordered = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, one: unknown) =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );

const same = (a: unknown, b: unknown): boolean => ordered(a) === ordered(b);

/**
 * The fields in which rows differ, for the record of a change request: without bookkeeping columns, secrets masked by
 * `mask` after comparison, the instant of the run marked.
 */
export function differencesOf(
  changes: readonly ChangedRows[],
  now: Date,
  mask: (row: Values) => unknown,
): RowDifference[] {
  const instant = now.toISOString();
  return changes.flatMap(({ table, id, before, after }): RowDifference[] => {
    const [old, fresh] = [plain(before), plain(after)];
    const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
      (name) => !stamps.has(name) && !same(old[name], fresh[name]),
    );
    if (names.length === 0 && before && after) return [];
    // Amounts are displayed in the currency of their row.
    names.push(...currencyColumns.filter((name) => !names.includes(name) && (old[name] ?? fresh[name]) !== undefined));
    const told = (row: Values): Record<string, unknown> =>
      mask(
        Object.fromEntries(names.map((name) => [name, row[name] === instant ? atApproval : (row[name] ?? null)])),
      ) as Record<string, unknown>;
    const known = { ...fresh, ...old };
    const name = nameColumns.map((column) => known[column]).find((value) => typeof value === "string");
    return [
      {
        table,
        id: String(id),
        name: typeof name === "string" ? name : null,
        names: isRecord(known.names) ? (known.names as Record<string, string>) : null,
        before: before && told(old),
        after: after && told(fresh),
      },
    ];
  });
}

/** Server-generated ids and numbers of a new row: another run generates others. */
const made = /^(?:[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26}|[A-Z]{2}\d{8}[0-9A-HJKMNP-TV-Z]{10})$/;

/** The part of a difference that two runs of the same change share. */
function comparable({ table, id, before, after }: RowDifference): Values {
  if (before) return { table, id, before, after };
  const values = Object.entries(after ?? {}).filter(
    ([name, value]) => name !== "id" && !(typeof value === "string" && made.test(value)),
  );
  return { table, after: Object.fromEntries(values) };
}

/**
 * The fields in which the change would now differ from the requested one: empty where it is identical. A missing or
 * additional row is reported by its table.
 */
export function overtakenIn(asked: readonly RowDifference[], now: readonly RowDifference[]): string[] {
  const [old, fresh] = [asked.map(comparable), now.map(comparable)];
  if (same(old, fresh)) return [];
  const fields = asked.flatMap((row, index) => {
    const other =
      now.find(({ table, id }) => table === row.table && id === row.id) ?? (row.before ? undefined : now[index]);
    if (!other) return [row.table];
    const names = new Set([row, other].flatMap(({ before, after }) => Object.keys({ ...before, ...after })));
    return [...names].filter(
      (name) => !same([row.before?.[name], row.after?.[name]], [other.before?.[name], other.after?.[name]]),
    );
  });
  if (fields.length > 0) return [...new Set(fields)];
  const known = new Set(asked.map(({ table }) => table));
  const tables = [...new Set(now.map(({ table }) => table))];
  const added = tables.filter((table) => !known.has(table));
  return added.length > 0 ? added : tables;
}

/**
 * The existing rows, by table and id: of two requests about the same rows only one may be pending. Empty where all rows
 * are new.
 */
export function targetOf(differences: readonly RowDifference[]): string | null {
  const rows = differences.filter(({ before }) => before).map(({ table, id }) => `${table}:${id}`);
  return rows.length === 0 ? null : [...new Set(rows)].sort().join(" ");
}

/** Whether a state allows a step. */
export const mayStep = (state: ChangeState, step: ChangeStep): boolean => allows(changeRequestLifecycle, state, step);

/** Identifiers by which two accounts are recognised as one person's. */
export interface PersonIdentifiers {
  readonly id: number;
  readonly email: string | null;
  readonly phone: string | null;
  readonly jobNum: string | null;
  /** Former values of these, as `email:robin@house.example`; empty once they are old. */
  readonly formerMarks: readonly string[];
}

const markKinds = ["email", "phone", "jobNum"] as const;

/** Current and recent identifiers of an account. */
const marksOf = (person: PersonIdentifiers): readonly string[] => [
  ...markKinds.flatMap((kind) => {
    const value = (person[kind] ?? "").trim().toLowerCase();
    return value === "" ? [] : [`${kind}:${value}`];
  }),
  ...person.formerMarks,
];

/** Whether two accounts belong to the same person: the same e-mail, phone or employee number, now or recently. */
export function isSamePerson(one: PersonIdentifiers, other: PersonIdentifiers): boolean {
  const marks = marksOf(other);
  return one.id === other.id || marksOf(one).some((mark) => marks.includes(mark));
}

/** Number of people behind some accounts. */
export function countPeople(accounts: readonly PersonIdentifiers[]): number {
  const people: PersonIdentifiers[] = [];
  for (const account of accounts) if (!people.some((person) => isSamePerson(person, account))) people.push(account);
  return people.length;
}
