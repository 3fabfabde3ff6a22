import type { Mode, TableFacts } from "./tables.ts";

interface OrderTotals {
  tenantId: number;
  mode: Mode;
  facet: "quarter" | "hour" | "method" | "country";
  slot: string;
  value: string;
  currency: string;
  orders: number;
  attempted: number;
  paid: number;
  amount: string;
  captured: string;
  refunded: string;
}

interface OrderSlots extends OrderTotals {
  merchantId: string;
}

interface OrderSlotsProgress {
  id: number;
  countedUntil: string;
}

/** Orders counted by time, method and country: of each merchant, and of all merchants of a tenant. */
export interface OrderStatsTables {
  orderSlots: OrderSlots;
  orderTotals: OrderTotals;
  orderSlotsProgress: OrderSlotsProgress;
}

export const orderStatsManifest: Readonly<Record<keyof OrderStatsTables, TableFacts>> = {
  orderSlots: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
  },
  orderTotals: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
  orderSlotsProgress: { scope: "shared", placement: "local", grant: "readWrite" },
};
