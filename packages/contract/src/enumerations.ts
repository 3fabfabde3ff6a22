import { DeclineCategory, DeclineCode } from "./decline-codes.ts";
import { bankEnumerations } from "./funds/bank-statement/bank-enumerations.ts";
import { billEnumerations } from "./funds/billing/bill-enumerations.ts";
import { cashoutEnumerations } from "./funds/cashout/cashout-enumerations.ts";
import { fileEndpointEnumerations } from "./funds/file-endpoint/file-endpoint-enumerations.ts";
import { ledgerEnumerations } from "./funds/ledger/ledger-enumerations.ts";
import { depositEnumerations } from "./funds/mer-deposit/deposit-enumerations.ts";
import { payoutAccountEnumerations } from "./funds/payout-account/payout-account-enumerations.ts";
import { payoutOrderEnumerations } from "./funds/payout-order/payout-order-enumerations.ts";
import { reconEnumerations } from "./funds/recon/recon-enumerations.ts";
import { reportEnumerations } from "./funds/report/report-enumerations.ts";
import { screeningEnumerations } from "./funds/screening/screening-enumerations.ts";
import { settlementEnumerations } from "./funds/settlements/settlement-enumerations.ts";
import { cardRangeEnumerations } from "./gateways/card-range/card-range-enumerations.ts";
import { routingEnumerations } from "./gateways/routing/routing-enumerations.ts";
import { InboundStatus, InboundVerdict } from "./integration/webhook/inbound-webhook.ts";
import { webhookEnumerations } from "./integration/webhook/webhook-enumerations.ts";
import { CommandOutcome } from "./logs/call-log/log-op.ts";
import { MerchantStatus, MerchantType, RiskLevel } from "./merchants/merchant/merchant-enumerations.ts";
import { fileEnumerations } from "./merchants/merchant-file/file-enumerations.ts";
import { requestEnumerations } from "./merchants/merchant-request/request-enumerations.ts";
import { staffEnumerations } from "./merchants/merchant-staff/staff-enumerations.ts";
import { sysFileEnumerations } from "./operations/file/file-enumerations.ts";
import { JobTriggerStatus, JobTriggerType } from "./operations/job/job.ts";
import { CallOutcome } from "./operations/open-access/call-outcome.ts";
import { NodeRole } from "./operations/server/server.ts";
import { paymentEnumerations } from "./payment-enumerations.ts";
import { orderEnumerations } from "./payments/coin-order/order-enumerations.ts";
import { orderImportEnumerations } from "./payments/order-import/order-import-enumerations.ts";
import { refundEnumerations } from "./payments/order-refund/refund-enumerations.ts";
import { dueEnumerations } from "./payments/payment-due/due-enumerations.ts";
import { refundImportEnumerations } from "./payments/refund-import/refund-import-enumerations.ts";
import { messageEnumerations } from "./settings/message-channel/message-enumerations.ts";
import { RegionLevel } from "./settings/region/region-level.ts";
import { changeRequestEnumerations } from "./system/change-request/change-request-enumerations.ts";
import { ldapEnumerations } from "./system/ldap/ldap-enumerations.ts";
import { systemEnumerations } from "./system-enumerations.ts";
import { termsEnumerations } from "./terms-enumerations.ts";

/** Every enumeration the product exposes: each becomes a dictionary of the same name. */
export const enumerations = [
  ...systemEnumerations,
  MerchantStatus,
  MerchantType,
  RiskLevel,
  ...fileEnumerations,
  ...paymentEnumerations,
  DeclineCode,
  DeclineCategory,
  ...webhookEnumerations,
  InboundStatus,
  InboundVerdict,
  ...ledgerEnumerations,
  ...settlementEnumerations,
  ...billEnumerations,
  ...reportEnumerations,
  ...depositEnumerations,
  ...orderEnumerations,
  ...orderImportEnumerations,
  ...refundImportEnumerations,
  ...dueEnumerations,
  ...refundEnumerations,
  ...payoutAccountEnumerations,
  ...payoutOrderEnumerations,
  ...screeningEnumerations,
  ...cashoutEnumerations,
  ...reconEnumerations,
  ...bankEnumerations,
  ...fileEndpointEnumerations,
  CommandOutcome,
  JobTriggerStatus,
  JobTriggerType,
  NodeRole,
  ...requestEnumerations,
  ...staffEnumerations,
  ...termsEnumerations,
  ...routingEnumerations,
  ...cardRangeEnumerations,
  ...changeRequestEnumerations,
  ...sysFileEnumerations,
  ...messageEnumerations,
  CallOutcome,
  RegionLevel,
  ...ldapEnumerations,
] as const;
