import {
  columnDifferences,
  type FindingOf,
  type FindingPlaceOf,
  missingFinding,
  orphanFinding,
} from "../../../platform/seals/finding.policy.ts";
import { sealedText } from "../../../platform/seals/sealed-text.policy.ts";

/**
 * Pricing inputs besides fee rules, terms and rates, with their decisive columns: taxes on fees, gateway costs,
 * calendars, settings, the merchant's location; since when a balance is negative, by which it is collected and written
 * off; and the requirements of payment types. These rows have no seals; changes through the product leave an audit
 * entry, and the audit trail is sealed.
 */
export const inputColumns = {
  gatewayTaxes: ["gatewayId", "country", "base", "rate", "isInclusive", "validFrom", "validTo"],
  gatewayMethods: ["gatewayAccountId", "paymentMethodId", "costModel", "refundCost", "disputeCost"],
  gatewayMethodCosts: [
    "gatewayMethodId",
    "currency",
    "cardRegion",
    "percent",
    "fixed",
    "minimum",
    "maximum",
    "validFrom",
  ],
  upstreamMethods: ["upstreamGatewayId", "paymentMethodId", "defaultCostPercent", "defaultCostFixed"],
  businessDays: ["tenantId", "calendar", "day", "kind", "status"],
  configs: ["code", "value"],
  merchants: ["tenantId", "country", "currency", "timezone"],
  negativeBalances: ["merchantId", "tenantId", "mode", "currency", "since", "writtenOffAmount", "endedTime", "version"],
  paymentTypeTerms: [
    "tenantId",
    "merchantId",
    "coinAppId",
    "paymentType",
    "status",
    "requireCvc",
    "requireThreeDs",
    "allowSavedCard",
    "allowManualCapture",
    "maxAttempts",
    "orderExpireMinutes",
    "limits",
    "pciLevel",
  ],
} as const;

export type InputTable = keyof typeof inputColumns;
export const inputTables = Object.keys(inputColumns) as InputTable[];

const sqlNames: Readonly<Record<InputTable, string>> = {
  gatewayTaxes: "gateway_taxes",
  gatewayMethods: "gateway_methods",
  gatewayMethodCosts: "gateway_method_costs",
  upstreamMethods: "upstream_methods",
  businessDays: "business_days",
  configs: "configs",
  merchants: "merchants",
  negativeBalances: "negative_balances",
  paymentTypeTerms: "payment_type_terms",
};

/** Tables that only users write, never a release: a row without an audit entry was inserted elsewhere. */
const madeByPeople: readonly InputTable[] = ["gatewayTaxes", "gatewayMethods", "gatewayMethodCosts", "upstreamMethods"];

/** A row of such a table. */
export interface TracedRow {
  readonly table: InputTable;
  readonly id: string | number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The latest audited state of each row, as `table id`; null where it was deleted. */
export type TracedInputs = Map<string, object | null>;

export const tracedName = ({ table, id }: Pick<TracedRow, "table" | "id">): string => `${table} ${id}`;

const mayTell = new RegExp(`"table": ?"(?:${inputTables.join("|")})"`);

interface Change {
  readonly table: string;
  readonly id: string | number;
  readonly after: object | null;
  readonly isRead?: boolean;
}

/** Applies the next audit entry's changes, given as PostgreSQL's JSON text. */
export function recordChanges(traced: TracedInputs, changes: string): void {
  if (!mayTell.test(changes)) return;
  for (const { table, id, after, isRead } of JSON.parse(changes) as Change[])
    if (!isRead && table in inputColumns) traced.set(tracedName({ table: table as InputTable, id }), after);
}

type Found = FindingOf<"sealed">;

const placeOf = (name: string): FindingPlaceOf<"sealed"> => {
  const [table = "", id = ""] = name.split(" ");
  return { law: "sealed", table: sqlNames[table as InputTable], key: id };
};

const columnName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Differences between a row and the audit trail; `isWhole` where the trail covers every row that users made. */
export function inputFindings(
  row: TracedRow,
  traced: TracedInputs,
  { json, isWhole }: { readonly json: readonly string[]; readonly isWhole: boolean },
): Found[] {
  const name = tracedName(row);
  const told = traced.get(name);
  if (told === null) return [orphanFinding(placeOf(name))];
  if (told === undefined) return isWhole && madeByPeople.includes(row.table) ? [orphanFinding(placeOf(name))] : [];
  const said = told as Readonly<Record<string, unknown>>;
  const columns = inputColumns[row.table].filter((column) => column in said);
  const text = (column: string, value: unknown) => sealedText(value, json.includes(column));
  return columnDifferences(
    placeOf(name),
    Object.fromEntries(
      columns.map((column) => [columnName(column), [text(column, said[column]), text(column, row.values[column])]]),
    ),
  );
}

/** Rows that the audit trail knows and that are missing. */
export const absentInputs = (traced: TracedInputs, there: ReadonlySet<string>): Found[] =>
  [...traced]
    .filter(([name, after]) => after !== null && !there.has(name))
    .map(([name]) => missingFinding(placeOf(name)));
