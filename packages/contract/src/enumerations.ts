import { orderEnumerations } from "./coin-order/order-enumerations.ts";
import { DeclineCategory, DeclineCode } from "./decline-codes.ts";
import { ledgerEnumerations } from "./ledger/ledger-enumerations.ts";
import { MerchantStatus, MerchantType, RiskLevel } from "./merchant/merchant-enumerations.ts";
import { orderImportEnumerations } from "./order-import/order-import-enumerations.ts";
import { paymentEnumerations } from "./payment-enumerations.ts";
import { routingEnumerations } from "./routing/routing-enumerations.ts";
import { systemEnumerations } from "./system-enumerations.ts";
import { termsEnumerations } from "./terms-enumerations.ts";
import { InboundStatus, InboundVerdict } from "./webhook/inbound-webhook.ts";
import { webhookEnumerations } from "./webhook/webhook-enumerations.ts";

/** Every enumeration the product exposes: each becomes a dictionary of the same name. */
export const enumerations = [
  ...systemEnumerations,
  MerchantStatus,
  MerchantType,
  RiskLevel,
  ...paymentEnumerations,
  DeclineCode,
  DeclineCategory,
  ...webhookEnumerations,
  InboundStatus,
  InboundVerdict,
  ...ledgerEnumerations,
  ...orderEnumerations,
  ...orderImportEnumerations,
  ...termsEnumerations,
  ...routingEnumerations,
] as const;
