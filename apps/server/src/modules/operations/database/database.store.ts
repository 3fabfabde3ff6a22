import type { DatabaseRelation, DatabaseTable } from "@countinghouse/contract/operations/database/database.ts";
import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";

// Reads only the catalogue of the product's own schema, and no table rows.

/**
 * Tables with their columns. A partition is not listed: its rows and bytes count for the partitioned table. A table
 * never analysed has the statistics of its activity, if any.
 */
export async function readTables({ db }: Pick<Context, "db">): Promise<DatabaseTable[]> {
  const { rows } = await sql<DatabaseTable>`
    SELECT c.relname AS name, size.rows, size.bytes, shape.columns
      FROM pg_class c
     CROSS JOIN LATERAL (
       SELECT sum(CASE WHEN part.reltuples >= 0 THEN part.reltuples
                       ELSE nullif(pg_stat_get_live_tuples(part.oid), 0) END)::bigint AS rows,
              sum(pg_total_relation_size(part.oid))::bigint AS bytes
         FROM pg_class part
        WHERE part.oid IN (SELECT c.oid WHERE c.relkind = 'r'
                           UNION ALL SELECT relid FROM pg_partition_tree(c.oid) WHERE isleaf)) AS size
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(json_build_object(
                'name', a.attname,
                'type', format_type(a.atttypid, a.atttypmod),
                'nullable', NOT a.attnotnull,
                'isKey', a.attnum = ANY(coalesce(k.conkey, '{}'))) ORDER BY a.attnum), '[]') AS columns
         FROM pg_attribute a
         LEFT JOIN pg_constraint k ON k.conrelid = a.attrelid AND k.contype = 'p'
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS shape
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY c.relname`.execute(db);
  return rows;
}

/** Foreign keys. One covered by a unique index of the same or fewer columns is one to one. */
export async function readRelations({ db }: Pick<Context, "db">): Promise<DatabaseRelation[]> {
  const { rows } = await sql<DatabaseRelation>`
    SELECT f.conname AS name, source.relname AS "from", target.relname AS "to", pairs.columns,
           CASE WHEN EXISTS (
             SELECT 1 FROM pg_index i
              WHERE i.indrelid = f.conrelid AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
                AND (string_to_array(i.indkey::text, ' ')::smallint[])[1:i.indnkeyatts] <@ f.conkey)
           THEN 'oneToOne' ELSE 'manyToOne' END AS kind
      FROM pg_constraint f
      JOIN pg_class source ON source.oid = f.conrelid
      JOIN pg_class target ON target.oid = f.confrelid
     CROSS JOIN LATERAL (
       SELECT json_agg(json_build_object('from', a.attname, 'to', b.attname) ORDER BY at) AS columns
         FROM unnest(f.conkey, f.confkey) WITH ORDINALITY AS pair (source, target, at)
         JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = pair.source
         JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = pair.target) AS pairs
     WHERE f.contype = 'f' AND f.conparentid = 0
       AND source.relnamespace = 'public'::regnamespace AND target.relnamespace = 'public'::regnamespace
     ORDER BY source.relname, f.conname`.execute(db);
  return rows;
}
