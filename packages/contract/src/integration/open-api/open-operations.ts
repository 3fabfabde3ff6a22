import { accountOperations } from "./open-account.ts";
import type { OpenOperation } from "./open-operation.ts";
import { orderOperations } from "./open-orders.ts";
import { payoutOrderOperations } from "./open-payout-orders.ts";
import { refundOperations } from "./open-refunds.ts";
import { settlementOperations } from "./open-settlements.ts";
import { testOperations } from "./open-test.ts";
import { webhookOperations } from "./open-webhooks.ts";
import { withdrawalOperations } from "./open-withdrawals.ts";

/** Every call of the open API: the one list. */
export const openOperations = {
  ...orderOperations,
  ...refundOperations,
  ...settlementOperations,
  ...withdrawalOperations,
  ...payoutOrderOperations,
  ...accountOperations,
  ...webhookOperations,
  ...testOperations,
} as const;
export type OpenOperationName = keyof typeof openOperations;

/** The list for whoever treats all calls alike. */
export const openOperationList = Object.entries(openOperations) as unknown as readonly (readonly [
  OpenOperationName,
  OpenOperation,
])[];
