/** What of an order is counted. Amounts in minor units of its currency. */
export interface OrderCountBasis {
  readonly currency: string;
  readonly amount: string;
  /** Empty where nobody chose a method, or no country is known. */
  readonly paymentMethod: string;
  readonly country: string;
  readonly isAttempted: boolean;
  readonly captured: string;
  readonly refunded: string;
}

/** Whose order it is and when it was made, which never changes. */
export interface CountedOrder {
  readonly merchantId: string;
  readonly orderId: string;
  readonly tenantId: number;
  readonly mode: string;
  readonly orderTime: string;
  readonly now: OrderCountBasis;
  /** As it was counted the last time; undefined before the first. */
  readonly before: OrderCountBasis | undefined;
}

/** By what one count of many goes, but for whose it is. */
export interface CountKey {
  readonly mode: string;
  readonly facet: "quarter" | "hour" | "method" | "country";
  readonly slot: string;
  readonly value: string;
  readonly currency: string;
}

/** What a count changes by. */
export interface CountChange extends CountKey {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly figures: readonly bigint[];
}

/** The figures of a count, in the order in which a {@link CountChange} holds them. */
export const figureNames = ["orders", "attempted", "paid", "amount", "captured", "refunded"] as const;

const quarterMs = 900_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

const startOf = (instant: string, lengthMs: number): string =>
  new Date(Math.floor(Date.parse(instant) / lengthMs) * lengthMs).toISOString();

/** The four counts that an order is part of: the quarter and the hour it was made in, its day by method and by country. */
const keysOf = (
  { mode, orderTime }: CountedOrder,
  { currency, paymentMethod, country }: OrderCountBasis,
): CountKey[] => [
  { mode, facet: "quarter", slot: startOf(orderTime, quarterMs), value: "", currency },
  { mode, facet: "hour", slot: startOf(orderTime, hourMs), value: "", currency },
  // Methods are compared by how many orders they have; sums of several currencies would mean nothing.
  { mode, facet: "method", slot: startOf(orderTime, dayMs), value: paymentMethod, currency: "" },
  { mode, facet: "country", slot: startOf(orderTime, dayMs), value: country, currency },
];

/** What an order adds to a count. */
const figuresOf = ({ isAttempted, amount, captured, refunded }: OrderCountBasis, { currency }: CountKey): bigint[] => {
  const sums = [amount, captured, refunded].map((sum) => (currency === "" ? 0n : BigInt(sum)));
  return [1n, isAttempted ? 1n : 0n, BigInt(captured) > 0n ? 1n : 0n, ...sums];
};

/** Whether an order counts as it did before. */
const isAsCounted = ({ now, before }: CountedOrder): boolean =>
  before !== undefined && (Object.keys(now) as (keyof OrderCountBasis)[]).every((name) => now[name] === before[name]);

/** The orders that count otherwise than before. */
export const uncounted = (orders: readonly CountedOrder[]): CountedOrder[] =>
  orders.filter((order) => !isAsCounted(order));

/**
 * By how much orders change the counts they are part of: what each was counted as is taken back, and what it is now is
 * added. Counts that stay as they are, are left out.
 */
export function countChanges(orders: readonly CountedOrder[]): CountChange[] {
  const changes = new Map<string, CountChange>();
  const add = (order: CountedOrder, counted: OrderCountBasis, sign: bigint) => {
    const { merchantId, tenantId } = order;
    for (const key of keysOf(order, counted)) {
      const name = JSON.stringify([merchantId, ...Object.values(key)]);
      const known = changes.get(name)?.figures;
      const figures = figuresOf(counted, key).map((figure, index) => (known?.[index] ?? 0n) + sign * figure);
      changes.set(name, { merchantId, tenantId, ...key, figures });
    }
  };
  for (const order of orders) {
    if (order.before) add(order, order.before, -1n);
    add(order, order.now, 1n);
  }
  return [...changes.values()].filter(({ figures }) => figures.some((figure) => figure !== 0n));
}

/** The same for all merchants of a tenant together. */
export function ofTenants(changes: readonly CountChange[]): CountChange[] {
  const sums = new Map<string, CountChange>();
  for (const change of changes) {
    const { tenantId, mode, facet, slot, value, currency } = change;
    const name = JSON.stringify([tenantId, mode, facet, slot, value, currency]);
    const known = sums.get(name)?.figures;
    sums.set(name, { ...change, figures: change.figures.map((figure, index) => figure + (known?.[index] ?? 0n)) });
  }
  return [...sums.values()].filter(({ figures }) => figures.some((figure) => figure !== 0n));
}
