/** The counted attributes of an order. Amounts in minor units of its currency. */
export interface OrderCountBasis {
  readonly currency: string;
  readonly amount: string;
  /** Empty where no method was chosen, or no country is known. */
  readonly paymentMethod: string;
  readonly country: string;
  readonly isAttempted: boolean;
  readonly captured: string;
  readonly refunded: string;
}

/** An order's owner and creation time, which never change, with its counted attributes. */
export interface CountedOrder {
  readonly merchantId: string;
  readonly orderId: string;
  readonly tenantId: number;
  readonly mode: string;
  readonly orderTime: string;
  readonly now: OrderCountBasis;
  /** The attributes it was last counted with; undefined before the first count. */
  readonly before: OrderCountBasis | undefined;
}

/** Dimensions of a count, except its owner. */
export interface CountKey {
  readonly mode: string;
  readonly facet: "quarter" | "hour" | "method" | "country";
  readonly slot: string;
  readonly value: string;
  readonly currency: string;
}

/** Increments of one count. */
export interface CountChange extends CountKey {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly figures: readonly bigint[];
}

/** Names of a count's figures, in the order in which a {@link CountChange} holds them. */
export const figureNames = ["orders", "attempted", "paid", "amount", "captured", "refunded"] as const;

const quarterMs = 900_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

const startOf = (instant: string, lengthMs: number): string =>
  new Date(Math.floor(Date.parse(instant) / lengthMs) * lengthMs).toISOString();

/**
 * The four counts that include an order: the quarter and the hour of its creation, its day by method and its day by
 * country.
 */
const keysOf = (
  { mode, orderTime }: CountedOrder,
  { currency, paymentMethod, country }: OrderCountBasis,
): CountKey[] => [
  { mode, facet: "quarter", slot: startOf(orderTime, quarterMs), value: "", currency },
  { mode, facet: "hour", slot: startOf(orderTime, hourMs), value: "", currency },
  // Methods are compared by their number of orders; sums over several currencies would mean nothing.
  { mode, facet: "method", slot: startOf(orderTime, dayMs), value: paymentMethod, currency: "" },
  { mode, facet: "country", slot: startOf(orderTime, dayMs), value: country, currency },
];

/** An order's contribution to a count. */
const figuresOf = ({ isAttempted, amount, captured, refunded }: OrderCountBasis, { currency }: CountKey): bigint[] => {
  const sums = [amount, captured, refunded].map((sum) => (currency === "" ? 0n : BigInt(sum)));
  return [1n, isAttempted ? 1n : 0n, BigInt(captured) > 0n ? 1n : 0n, ...sums];
};

/** Whether an order's counted attributes are unchanged. */
const isAsCounted = ({ now, before }: CountedOrder): boolean =>
  before !== undefined && (Object.keys(now) as (keyof OrderCountBasis)[]).every((name) => now[name] === before[name]);

/** Orders whose counted attributes changed. */
export const uncounted = (orders: readonly CountedOrder[]): CountedOrder[] =>
  orders.filter((order) => !isAsCounted(order));

/**
 * Increments of all counts that include the orders: each order's last contribution is subtracted and its present one
 * added. Counts without a change are left out.
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

/** The same increments summed over each tenant's merchants. */
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
