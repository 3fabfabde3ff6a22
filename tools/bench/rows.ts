import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import type pg from "pg";

/** The last day of generated visits. */
export const lastDay = "2026-07-01T00:00:00.000Z";
const positionsMade = 10_000;

// Every value derives from the row's number, so that all runs and machines measure the same rows.
const roll = (seed: number, below: number): string =>
  `((hashint8extended(i, ${seed}) & 9223372036854775807) % ${below})::int`;

const pick = (seed: number, words: readonly string[]): string =>
  `(ARRAY[${words.map((word) => `'${word}'`).join(", ")}])[1 + ${roll(seed, words.length)}]`;

const familyNames = ["Chen", "Lin", "Wang", "Zhao", "Smith", "Garcia", "Kim", "Sato", "Müller", "Rossi"];
const givenNames = ["Mei", "Wei", "Anna", "Emma", "Luis", "Jin", "Yuki", "Hans", "Paolo", "Li", "Omar", "Ines"];
const places = [
  "China, Shanghai",
  "China, Shenzhen",
  "Singapore",
  "Japan, Tokyo",
  "Germany, Berlin",
  "Brazil, São Paulo",
];
const browsers = ["Chrome 141", "Edge 141", "Safari 26", "Firefox 143"];
const systems = ["Windows 11", "macOS 26", "Android 16", "iOS 26", "Linux"];

/** The first instant of the month so many months before that of the last day. */
function monthBefore(ago: number): string {
  const last = new Date(lastDay);
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - ago, 1)).toISOString();
}

/** Replaces the visit log by the given number of visits over a year, in order. */
export async function makeVisits(owner: pg.Pool, rows: number, tenantId: number): Promise<void> {
  await owner.query("TRUNCATE visits RESTART IDENTITY");
  // A log of a year has the year's partitions.
  for (let month = 0; month < 13; month += 1) {
    const [from, to] = [12 - month, 11 - month].map((ago) => monthBefore(ago));
    if (!from || !to) continue;
    await owner.query(
      `CREATE TABLE IF NOT EXISTS visits_y${from.slice(0, 7).replace("-", "m")} PARTITION OF visits FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  }
  // Few accounts sign in often and most seldom; one row in fifty thousand belongs to a rare account.
  await owner.query(`
    INSERT INTO visits (tenant_id, create_time, visit_type, account, real_name, status, action_name, remote_ip, location,
      longitude, latitude, browser, os, elapsed)
    SELECT CASE WHEN ${roll(1, 50)} = 0 THEN NULL ELSE ${tenantId} END,
      timestamptz '${lastDay}' - interval '365 days' * ((${rows} - i)::float8 / ${rows}),
      CASE WHEN ${roll(2, 100)} < 60 THEN 1 WHEN ${roll(2, 100)} < 98 THEN 2 ELSE 3 END,
      CASE WHEN i % 50000 = 7 THEN 'rare.guest'
        ELSE 'user' || lpad(floor(500 * power(${roll(3, 1_000_000)} / 1e6, 3))::text, 4, '0') END,
      CASE WHEN i % 50000 = 7 THEN 'Guest Once' ELSE ${pick(4, givenNames)} || ' ' || ${pick(5, familyNames)} END,
      CASE WHEN ${roll(6, 100)} < 92 THEN '200' WHEN ${roll(6, 100)} < 99 THEN '400' ELSE '429' END,
      CASE WHEN ${roll(2, 100)} < 60 THEN 'sysAuth:login' ELSE 'sysAuth:logout' END,
      '10.' || ${roll(7, 200)} || '.' || ${roll(8, 250)} || '.' || ${roll(9, 250)},
      CASE WHEN i % 50000 = 7 THEN 'Iceland, Vík' ELSE ${pick(10, places)} END,
      ${roll(11, 360)} - 180, ${roll(12, 170)} - 85, ${pick(13, browsers)}, ${pick(14, systems)},
      CASE WHEN ${roll(15, 20)} = 0 THEN NULL ELSE 5 + (2000 * power(${roll(16, 1_000_000)} / 1e6, 4))::int END
    FROM generate_series(1, ${rows}) AS i`);
  await owner.query("VACUUM ANALYZE visits");
}

/** Creates the positions that the command changes. */
export async function makePositions(owner: pg.Pool, tenantId: number): Promise<void> {
  if ((await positionIds(owner)).length > 0) return;
  await owner.query(`
    INSERT INTO positions (tenant_id, name, code, order_no, remark)
    SELECT ${tenantId}, 'Bench position ' || i, 'BENCH' || lpad(i::text, 6, '0'), ${roll(20, 1000)}, ${pick(21, places)}
    FROM generate_series(1, ${positionsMade}) AS i`);
  await owner.query("VACUUM ANALYZE positions");
}

/** Ids of generated positions, in creation order. */
export async function positionIds(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ id: string }>("SELECT id FROM positions WHERE code LIKE 'BENCH%' ORDER BY id");
  return rows.map(({ id }) => Number(id));
}

/** Number of accounts that sign in concurrently: a single one tried sixteen times at once would need a captcha. */
const accountsMade = 32;
/** Sees one tenant only. */
export const tenantAccount = "bench.tenant";

/** Signs in for one merchant. */
export const merchantAccount = "bench.merchant";

/** Name of one of the generated accounts. */
export const accountAt = (turn: number): string => `bench.person.${turn % accountsMade}`;

/**
 * Creates accounts with the first administrator's password: for concurrent sign-ins, for one tenant, and for a
 * merchant.
 */
export async function makeAccounts(owner: pg.Pool): Promise<void> {
  const accounts = [
    ...Array.from({ length: accountsMade }, (_, turn) => accountAt(turn)),
    tenantAccount,
    merchantAccount,
  ];
  // A kept folder has them already.
  if ((await owner.query("SELECT FROM users WHERE account = $1", [tenantAccount])).rowCount) return;
  await owner.query(
    `INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', 100000 + place, 'account', name) ||
       CASE name WHEN $2 THEN jsonb_build_object('account_type', $3::int) WHEN $4 THEN jsonb_build_object('account_type', $5::int) ELSE '{}' END)).*
     FROM users u, unnest($1::text[]) WITH ORDINALITY AS made (name, place) WHERE u.account = 'admin'`,
    [accounts, tenantAccount, AccountType.SysAdmin, merchantAccount, AccountType.Member],
  );
  await owner.query(
    `INSERT INTO credentials SELECT (jsonb_populate_record(c, jsonb_build_object('user_id', 100000 + place))).*
     FROM credentials c JOIN users u ON u.id = c.user_id, generate_series(1, ${accounts.length}) AS place
     WHERE u.account = 'admin'`,
  );
  // A role with every menu and button; the account type keeps it within its tenant.
  await owner.query(
    `WITH made AS (
       INSERT INTO roles (tenant_id, name, code, data_scope)
       SELECT tenant_id, 'Bench', 'BENCH', 1 FROM users WHERE account = $1 RETURNING id),
     held AS (INSERT INTO user_roles SELECT users.id, made.id FROM users, made WHERE users.account IN ($1, $2))
     INSERT INTO role_menus SELECT made.id, menus.id FROM made, menus`,
    [tenantAccount, merchantAccount],
  );
}
