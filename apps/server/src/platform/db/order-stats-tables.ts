import type { TableFacts } from "./tables.ts";

interface OrderSlots {
  merchantId: string;
  tenantId: number;
  mode: "live" | "test";
  slot: string;
  currency: string;
  paymentMethod: string;
  country: string;
  orders: number;
  attempted: number;
  paid: number;
  amount: string;
  captured: string;
  refunded: string;
}

interface OrderSlotsProgress {
  id: number;
  countedUntil: string;
}

/** Orders counted by the quarter of an hour. */
export interface OrderStatsTables {
  orderSlots: OrderSlots;
  orderSlotsProgress: OrderSlotsProgress;
}

export const orderStatsManifest: Readonly<Record<keyof OrderStatsTables, TableFacts>> = {
  orderSlots: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
  },
  orderSlotsProgress: { scope: "shared", placement: "local", grant: "readWrite" },
};
