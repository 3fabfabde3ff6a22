import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface OrderTotals {
  tenantId: number;
  mode: Mode;
  facet: "quarter" | "hour" | "method" | "country";
  slot: string;
  value: string;
  currency: CurrencyCode;
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

/** The attributes with which an order was last counted. */
interface CountedOrders {
  merchantId: string;
  orderId: string;
  currency: string;
  amount: string;
  paymentMethod: string;
  country: string;
  isAttempted: boolean;
  captured: string;
  refunded: string;
}

interface OrderSlotsProgress {
  id: number;
  countedUntil: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    orderSlots: OrderSlots;
    orderTotals: OrderTotals;
    countedOrders: CountedOrders;
    orderSlotsProgress: OrderSlotsProgress;
  }
}

export const orderStatsTables: FactsOf<"orderSlots" | "orderTotals" | "countedOrders" | "orderSlotsProgress"> = {
  orderSlots: { scope: { tenant: "tenantId", merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  orderTotals: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
  countedOrders: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  orderSlotsProgress: { scope: "shared", placement: "local", grant: "readWrite" },
};
