import pg from "pg";

/** Whose rows are left as they are. */
export interface OwnSide {
  readonly tenantId: number;
  readonly orgId: number;
  readonly merchantId: string;
  readonly userId: number;
}

/** What a text that only operators may read begins with; the table and column follow. */
export const mark = "Zq!";
/** What an amount that only operators may read is. */
export const markedAmount = 731_907;

/** Tables whose texts everybody signed in may read, or that the product is made of. */
const publicTables = [
  "schema_migrations",
  "menus",
  "dict_types",
  "dict_items",
  "configs",
  "site_assets",
  "payment_methods",
  "business_days",
  // Geography that ships with the product; addresses are picked from it.
  "regions",
  "fx_rates",
  // Their topics steer the product; what they tell is no text of its own.
  "outbox_events",
  // Published to the merchant's people; by whom is marked where it is built.
  "notices",
  "notice_users",
  // Sold to the merchant: its own checkout is made of them.
  "channels",
];

/** Columns of a merchant's own rows that say who of the operator's people did something, or what they wrote for themselves. */
const ownButMarked =
  /\.((create|update|approve|decide)_user_name|user_name|operator_name)$|^(account_terms|fee_rules)\.(decision_reason|remark)$/;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly isText: boolean;
  readonly columns: readonly string[];
}

const columnsQuery = `
  SELECT c.table_name AS "table", c.column_name AS name, c.data_type IN ('text', 'character varying') AS "isText",
         array_agg(c.column_name::text) OVER (PARTITION BY c.table_name) AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
   WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'`;

/** The condition of the rows that are not of the own side. */
function foreignRows({ table, columns }: Column, { tenantId, orgId, merchantId, userId }: OwnSide): string {
  const kept = [
    table === "merchants" ? `id = '${merchantId}'` : "",
    table === "tenants" ? `id = ${tenantId}` : "",
    table === "orgs" ? `id = ${orgId}` : "",
    table === "roles" ? `id IN (SELECT role_id FROM user_roles WHERE user_id = ${userId})` : "",
    columns.includes("merchant_id") ? `merchant_id = '${merchantId}'` : "",
    columns.includes("user_id") ? `user_id = ${userId}` : "",
  ].filter((one) => one !== "");
  return kept.length === 0 ? "true" : `NOT coalesce(${kept.join(" OR ")}, false)`;
}

/** The change that marks a column, or nothing where its values steer the product. */
function marking(column: Column, own: OwnSide): string | undefined {
  const { table, name, isText } = column;
  if (publicTables.includes(table)) return undefined;
  if (!isText) return /cost/.test(name) ? `UPDATE ${table} SET ${name} = ${markedAmount}` : undefined;
  if (/^id$|_id$|_hash$|_sealed$|_token$/.test(name)) return undefined;
  // Unique from row to row, where it has to be.
  const value = `'${mark}${table}.${name} ' || left(md5(ctid::text), 4)`;
  const rows = ownButMarked.test(`${table}.${name}`) ? "true" : foreignRows(column, own);
  return `UPDATE ${table} SET ${name} = ${value} WHERE ${rows}`;
}

/**
 * Marks every text in the database that is not of one merchant's side, and every cost, as far as the schema lets any
 * text stand there: a table that is added is marked by itself. Answers what was marked.
 */
export async function markOperatorSide(ownerUrl: string, own: OwnSide): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    const { rows: columns } = await client.query<Column>(columnsQuery);
    const marked: string[] = [];
    for (const column of columns) {
      const statement = marking(column, own);
      if (!statement) continue;
      // Values of a closed set, and what a check keeps in form, stay as they are.
      const changed = await client.query(statement).then(
        ({ rowCount }) => rowCount ?? 0,
        () => 0,
      );
      if (changed > 0) marked.push(`${column.table}.${column.name}`);
    }
    return marked;
  } finally {
    await client.end();
  }
}
