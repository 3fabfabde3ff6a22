import type { OpenClient } from "./client.ts";
import type { PlannedOrder, PlannedRow } from "./mapping.ts";

interface Offered {
  readonly code: string;
  readonly category: string;
}

/** `debit` is a kind of `bank_debit`, `wallet` one of `wallet`. */
const isOfKind = ({ category }: Offered, word: string): boolean =>
  category === word || category.split("_").includes(word);

async function offeredFor(client: OpenClient, order: PlannedOrder): Promise<readonly Offered[]> {
  const asked = new URLSearchParams({ amount: String(order.amountMinor), currency: order.currency });
  if (order.country) asked.set("country", order.country);
  const { status, body } = await client.get(`/v1/payment-methods?${asked}`);
  return status === 200 ? body.data : [];
}

/**
 * Which method is meant by words that are none but name a kind, such as `wallet`: the first of that kind that the merchant
 * offers for the first row with the word. What the merchant does not offer is left for the platform to refuse.
 */
export async function methodsMeant(
  client: OpenClient,
  rows: readonly PlannedRow[],
): Promise<ReadonlyMap<string, string>> {
  const firstOf = new Map<string, PlannedOrder>();
  for (const row of rows)
    if ("order" in row && !firstOf.has(row.order.method)) firstOf.set(row.order.method, row.order);
  const meant = new Map<string, string>();
  for (const [word, order] of firstOf) {
    // Cards are one method to the open API, whatever brand a number is of.
    if (word === "card") continue;
    const offered = await offeredFor(client, order);
    const method = offered.find(({ code }) => code === word) ?? offered.find((one) => isOfKind(one, word));
    if (method) meant.set(word, method.code);
  }
  return meant;
}

/** The rows with the methods that their words mean. */
export const withMethods = (rows: readonly PlannedRow[], meant: ReadonlyMap<string, string>): PlannedRow[] =>
  rows.map((row) =>
    "order" in row ? { ...row, order: { ...row.order, method: meant.get(row.order.method) ?? row.order.method } } : row,
  );
