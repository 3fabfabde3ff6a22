import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { type BookedMerchant, buildBookedMerchant } from "../../../../test/booked-merchant.ts";
import { findingsOf, sealBook, sealKeys } from "../../../../test/ledger.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";

let app: TestApp;
let owner: pg.Client;
let of: BookedMerchant;
let keys: SealKeys;
beforeAll(async () => {
  app = await buildTestApp();
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  // Whoever owns the database is stopped by no trigger and no foreign key.
  await owner.query("SET session_replication_role = replica");
  of = await buildBookedMerchant(app);
  keys = await sealKeys(app);
  await sealBook(app, of.merchantId, { keys });
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

/** Columns that no verification names, each with the reason. */
const exempt: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  coin_orders: {
    failure_code: "why an order came to nothing, for people; the story says it too",
    failure_message: "the words of failure_code",
    event_seq: "counts what the merchant's servers were told",
    version: "counts changes, so that two of them do not overwrite each other",
  },
  captures: {
    reason: "a note of whoever asked",
    upstream_code: "the gateway's own word of that",
    upstream_message: "the gateway's own words of that",
    sent_time: "when the gateway was asked; nothing is decided by it once the outcome is known",
    send_count: "how often the gateway was asked",
    query_count: "how often the gateway was asked after it",
  },
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** What the database allows, where it lists it. */
  readonly choices: readonly string[];
}

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await owner.query<{ name: string; type: string; isNullable: boolean; checked: string | null }>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, NOT a.attnotnull AS "isNullable",
            (SELECT string_agg(pg_get_constraintdef(c.oid), ' ') FROM pg_constraint c
              WHERE c.conrelid = a.attrelid AND c.contype = 'c' AND c.conkey = ARRAY[a.attnum]) AS checked
       FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [table],
  );
  return rows.map(({ checked, ...column }) => ({
    ...column,
    choices: [...(checked ?? "").matchAll(/'([a-z_]+)'::text/g)].map(([, one = ""]) => one),
  }));
}

/** Columns that the database lets nobody alter alone, and one that has to look like the first digits of a card. */
const special: Readonly<Record<string, readonly string[]>> = {
  awaiting_reason: ["'capture', status = 'awaiting'"],
  card_bin: ["'42424242'"],
  "captures.status": ["'failed', failure_code = 'do_not_honor'"],
  "captures.failure_code": ["'do_not_honor', status = 'failed'"],
  "captures.refunded_amount": ["1, refund_claimed = 1"],
};

/** Columns that a check of the database ties to an order without attempts and money; both are sealed. */
const untouchable: Readonly<Record<string, readonly string[]>> = { coin_orders: ["origin", "import_id"], captures: [] };

/** Everything that looks over both books of the merchant find. */
const everyFinding = async () => [
  ...(await findingsOf(app, of.merchantId, { keys })),
  ...(await findingsOf(app, of.merchantId, { book: "test", keys })),
];

/** The same, but for the test book where the live one names the row already. */
async function findingsUntil(isIt: (one: ReturnType<typeof shown>) => boolean) {
  const found = (await findingsOf(app, of.merchantId, { keys })).map(shown);
  if (found.some(isIt)) return found;
  return [...found, ...(await findingsOf(app, of.merchantId, { book: "test", keys })).map(shown)];
}

/** The edits that are tried of a column: what is there becomes something else that the database takes. */
function editsOf(table: string, { name, type, isNullable, choices }: Column): string[] {
  const at = `"${name}"`;
  const others: Readonly<Record<string, readonly string[]>> = {
    bigint: [`coalesce(${at}, 0) + 1`],
    integer: [`coalesce(${at}, 0) + 1`],
    numeric: [`coalesce(${at}, 0) - 1`, `coalesce(${at}, 0) + 1`],
    boolean: [`NOT coalesce(${at}, false)`],
    date: [`coalesce(${at}, '2026-11-24') - 1`],
    "timestamp with time zone": [
      `coalesce(${at}, now()) + interval '1 month'`,
      `coalesce(${at}, now()) - interval '1 s'`,
    ],
    jsonb: [`'{}'`, `'[]'`, `'"x"'`, `'7'`, `to_jsonb(${at}::text)`, `'{"tax": 1, "fee": {}, "amount": null}'`],
  };
  const texts =
    choices.length > 0 ? choices.map((one) => `'${one}'`) : [`coalesce(${at}, '') || 'x'`, `'EUR'`, `'4242'`];
  return [...(special[`${table}.${name}`] ?? special[name] ?? others[type] ?? texts), ...(isNullable ? ["NULL"] : [])];
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? "";

/** What stands for one of the values of a row. */
const shown = ({ table, key, column }: { table: string; key: string; column: string | null }) => [table, key, column];

describe.each([
  ["coin_orders", () => of.orderIds[1] as string],
  ["captures", () => of.captureIds[1] as string],
])("every column of %s", (table, rowId) => {
  test("that somebody alters is named with its row, but for the few that are exempt", async () => {
    const id = rowId();
    expect(await everyFinding()).toEqual([]);
    await owner.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table} WHERE merchant_id = $1 AND id = $2`, [
      of.merchantId,
      id,
    ]);
    const silent: string[] = [];
    const untried: string[] = [];
    for (const column of await columnsOf(table)) {
      let tried = 0;
      for (const value of editsOf(table, column)) {
        await owner.query("BEGIN");
        const altered = await owner
          .query(
            `UPDATE ${table} SET "${column.name}" = ${value}
              WHERE merchant_id = $1 AND id = $2 AND ${value.includes(" = ") ? "true" : `"${column.name}" IS DISTINCT FROM ${value}`}`,
            [of.merchantId, id],
          )
          .catch((error: unknown) => {
            // Refused by a check or for its length: the database takes no such value.
            expect(codeOf(error)).toMatch(/^2[23]/);
            return { rowCount: 0 };
          });
        await owner.query(altered.rowCount === 0 ? "ROLLBACK" : "COMMIT");
        if (altered.rowCount === 0) continue;
        tried += 1;
        const isRow = ([one, key]: ReturnType<typeof shown>) => one === table && String(key).split(" ").includes(id);
        const found = await findingsUntil(isRow);
        const isNamed = found.some(isRow);
        const isExempt = exempt[table]?.[column.name] !== undefined;
        if (isNamed === isExempt) silent.push(`${column.name} = ${value}: ${JSON.stringify(found)}`);
        expect(found.every(([, key]) => typeof key === "string")).toBe(true);
        await owner.query(
          `DELETE FROM ${table} WHERE id = $1 OR (merchant_id = $2 AND order_no = (SELECT order_no FROM kept_${table}) AND id = $1 || 'x')`,
          [id, of.merchantId],
        );
        await owner.query(`DELETE FROM ${table} WHERE id IN ('EUR', '4242') OR merchant_id IN ('EUR', '4242')`);
        await owner.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
      }
      if (tried === 0) untried.push(column.name);
    }
    expect(silent).toEqual([]);
    expect(untried).toEqual(untouchable[table]);
    expect(await everyFinding()).toEqual([]);
  }, 240_000);
});
