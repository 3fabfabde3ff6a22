import { type RawBuilder, sql } from "kysely";
import type { CacheEntry, SharedFamily } from "../../../platform/caches/cache-family.ts";

interface Rows {
  readonly name: string;
  readonly table: string;
  /** Identifies a row without revealing its secret. */
  readonly key: RawBuilder<string>;
  readonly value: RawBuilder<unknown>;
}

const digest = (text: RawBuilder<unknown>) => sql<string>`left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 24)`;

/** Short-lived sign-in data: answers, codes and tokens themselves are never read. */
const kinds: readonly Rows[] = [
  {
    name: "captcha",
    table: "captchas",
    key: digest(sql`id`),
    value: sql`jsonb_build_object('network', network)`,
  },
  {
    name: "phoneCode",
    table: "one_time_codes",
    key: digest(sql`purpose || ' ' || phone`),
    value: sql`jsonb_build_object('purpose', purpose, 'phone', '…' || right(phone, 2), 'tries', tries, 'sentAt', sent_at)`,
  },
  {
    name: "signInTicket",
    table: "sign_in_tickets",
    key: digest(sql`hash`),
    value: sql`jsonb_build_object('step', step, 'userId', user_id, 'method', method, 'tries', tries)`,
  },
  {
    name: "qrSignIn",
    table: "qr_sign_ins",
    key: digest(sql`hash`),
    value: sql`jsonb_build_object('state', state, 'place', place, 'browser', browser, 'os', os, 'userId', user_id)`,
  },
  {
    name: "challenge",
    table: "webauthn_challenges",
    key: digest(sql`purpose || ' ' || owner`),
    value: sql`jsonb_build_object('purpose', purpose)`,
  },
  {
    name: "signInCounter",
    table: "sign_in_counters",
    key: sql`kind || ':' || key`,
    value: sql`jsonb_build_object('count', count, 'since', window_start, 'lockedUntil', locked_until)`,
  },
];

const familyOf = ({ name, table, key, value }: Rows): SharedFamily => ({
  name,
  entries: async (db, { prefix, now, limit }) => {
    const { rows } = await sql<CacheEntry>`
      SELECT key, value, expires_at, bytes FROM (
        SELECT ${key} AS key, ${value} AS value, expires_at, pg_column_size(remembered.*)::int AS bytes
          FROM ${sql.table(table)} AS remembered WHERE expires_at > ${now.toISOString()}) AS live
       WHERE starts_with(key, ${prefix})
       ORDER BY key LIMIT ${limit}`.execute(db);
    return rows;
  },
  forget: async (db, { key: wanted, isPrefix }) => {
    const which = isPrefix ? sql`starts_with(${key}, ${wanted})` : sql`${key} = ${wanted}`;
    const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE ${which}`.execute(db);
    return Number(numAffectedRows);
  },
});

/** Short-lived sign-in data in the database, listed as cache families. */
export const rememberedSignIns: readonly SharedFamily[] = kinds.map(familyOf);
