import type pg from "pg";
import type { Statement } from "./recording.ts";

/** Execution of a query's statements by the database. */
export interface Plan {
  /** Rows and index entries read per row returned by the first statement, the page of a list. */
  readonly readPerRow: number;
  /** Large tables read by sequential scans. */
  readonly scanned: readonly string[];
}

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Node[];
}

/** Smaller tables are rightly read whole. */
const largeRows = 10_000;

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const readBy = (node: Node): number =>
  /Scan$/.test(node["Node Type"]) && node["Node Type"] !== "Bitmap Heap Scan"
    ? node["Actual Loops"] *
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0))
    : 0;

/** Runs the statements once under EXPLAIN with the application's role, and answers what they read. */
export async function planOf(pool: pg.Pool, statements: readonly Statement[]): Promise<Plan> {
  const roots: Node[] = [];
  for (const { text, values } of statements) {
    const { rows } = await pool.query<{ "QUERY PLAN": { Plan: Node }[] }>(
      `EXPLAIN (ANALYZE, TIMING off, FORMAT json) ${text}`,
      [...values],
    );
    const root = rows[0]?.["QUERY PLAN"][0]?.Plan;
    if (root) roots.push(root);
  }
  const [first] = roots;
  const read = first ? nodesOf(first).reduce((sum, node) => sum + readBy(node), 0) : 0;
  const scanned = roots
    .flatMap(nodesOf)
    .filter((node) => node["Node Type"] === "Seq Scan" && readBy(node) >= largeRows)
    .map((node) => node["Relation Name"] ?? "");
  return { readPerRow: read / Math.max(1, first?.["Actual Rows"] ?? 1), scanned: [...new Set(scanned)] };
}
