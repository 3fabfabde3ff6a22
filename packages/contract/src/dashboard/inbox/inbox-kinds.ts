import { bankLine } from "../../funds/bank-statement/bank-line.ts";
import { bankStatement } from "../../funds/bank-statement/bank-statement.ts";
import { billing } from "../../funds/billing/billing.ts";
import { merchantBilling } from "../../funds/billing/merchant-billing.ts";
import { cashout } from "../../funds/cashout/cashout.ts";
import { CashoutStatus } from "../../funds/cashout/cashout-enumerations.ts";
import { ledger } from "../../funds/ledger/ledger.ts";
import { VerificationStatus } from "../../funds/ledger/ledger-enumerations.ts";
import { merchantBalance } from "../../funds/ledger/merchant-balance.ts";
import { merDeposit } from "../../funds/mer-deposit/mer-deposit.ts";
import { payoutAccount } from "../../funds/payout-account/payout-account.ts";
import { payoutOrder } from "../../funds/payout-order/payout-order.ts";
import { PayoutOrderStatus } from "../../funds/payout-order/payout-order-enumerations.ts";
import { recon } from "../../funds/recon/recon.ts";
import { ReconMatch } from "../../funds/recon/recon-enumerations.ts";
import { reconItem } from "../../funds/recon/recon-item.ts";
import { SettlementBlock } from "../../funds/settlements/settlement-enumerations.ts";
import { settlements } from "../../funds/settlements/settlements.ts";
import { gatewayAccount } from "../../gateways/gateway-account/gateway-account.ts";
import { merchantWebhookConfig } from "../../integration/merchant-webhook-config/merchant-webhook-config.ts";
import { EndpointStatus, ExceptionLevel } from "../../integration/webhook/webhook-enumerations.ts";
import type { Enumeration } from "../../kit/enumeration.ts";
import { permissionOf, type Resource } from "../../kit/resource.ts";
import { eventExceptionLog } from "../../logs/event-exception-log/event-exception-log.ts";
import { sysLogVis } from "../../logs/log-vis/log-vis.ts";
import { coinApp } from "../../merchants/coin-app/coin-app.ts";
import { merGatewayAccountCfg } from "../../merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPaymentMethodCfg } from "../../merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { merchant } from "../../merchants/merchant/merchant.ts";
import { MerchantStatus } from "../../merchants/merchant/merchant-enumerations.ts";
import { merchantRequest } from "../../merchants/merchant-request/merchant-request.ts";
import { sysJobRun } from "../../operations/job-run/job-run.ts";
import { GatewayHealth } from "../../payment-enumerations.ts";
import { coinOrder } from "../../payments/coin-order/coin-order.ts";
import { orderRefund } from "../../payments/order-refund/order-refund.ts";
import { RefundFailure, RefundReviewCause } from "../../payments/order-refund/refund-enumerations.ts";
import { DueAction, DueKind } from "../../payments/payment-due/due-enumerations.ts";
import { paymentDue } from "../../payments/payment-due/payment-due.ts";
import { changeRequest } from "../../system/change-request/change-request.ts";
import type { InboxGroup, InboxItem, InboxKind } from "./inbox.ts";

type Named = Pick<InboxItem, "id" | "recordId" | "merchantId" | "version">;

/** What a second person decides, and what names it to the two operations. */
export interface InboxDecision {
  readonly approve: string;
  readonly reject: string;
  /** Whether whoever turns it down has to say why. */
  readonly isReasoned: boolean;
  readonly input: (item: Named) => object;
}

/** What there is to know of a kind, whoever reads it and wherever it is shown. */
export interface InboxKindFacts {
  readonly group: InboxGroup;
  /** Whose records wait: its read shows one, its page is where one opens. */
  readonly resource: Resource;
  /** The permission that shows the kind; none where everybody has only their own. */
  readonly sees: string | null;
  /** The permission that it takes to act. */
  readonly acts: string | null;
  /** Waits for the operator's people alone. */
  readonly isOfOperator: boolean;
  readonly decision?: InboxDecision;
  /** Operations beside the decision by which one is seen to. */
  readonly ends?: readonly string[];
  /** The set that the state of one is of. */
  readonly states?: Enumeration;
  /** Fields of the record that whoever decides reads first, in their order. */
  readonly facts?: readonly string[];
  readonly path: (item: InboxItem) => string;
}

const byVersion = ({ id, version }: Named) => ({ id, version });
const opened =
  (resource: Resource) =>
  ({ recordId }: Named) =>
    `${resource.menu?.path}?open=${recordId}`;
const may = (resource: Resource, operation: string) => permissionOf(resource.name, operation);

const of = (
  group: InboxGroup,
  resource: Resource,
  acts: string,
  more: Partial<InboxKindFacts> = {},
): InboxKindFacts => ({
  group,
  resource,
  sees: may(resource, "page"),
  acts: may(resource, acts),
  isOfOperator: true,
  path: opened(resource),
  ...more,
});

const approval = (resource: Resource, decision: Partial<InboxDecision>, more: Partial<InboxKindFacts> = {}) => {
  const decided = { approve: "approve", reject: "reject", isReasoned: true, input: byVersion, ...decision };
  return of("approvals", resource, decided.approve, { decision: decided, ...more });
};

const merchantFacts = [
  "legalName",
  "country",
  "registrationNo",
  "mcc",
  "website",
  "currency",
  "expectedMonthlyVolume",
  "averageTicket",
  "riskLevel",
];

/** Every kind, declared once: permissions, page and decision of the server's answer and of the console alike. */
export const inboxKinds: Readonly<Record<InboxKind, InboxKindFacts>> = {
  changeApproval: approval(
    changeRequest,
    { reject: "refuse", input: ({ id }) => ({ id }) },
    { facts: ["operationName", "subject", "changeNo"] },
  ),
  merchantApproval: approval(merchant, {}, { facts: merchantFacts, states: MerchantStatus }),
  merchantCase: of("approvals", merchant, "review", {
    facts: merchantFacts,
    states: MerchantStatus,
    ends: ["review", "requestInfo", "activate"],
  }),
  merchantRequest: approval(
    merchantRequest,
    { approve: "finish", reject: "decline" },
    { facts: ["merchantName", "createUserName", "createTime"] },
  ),
  bindingApproval: approval(merGatewayAccountCfg, {}, { facts: ["merchantName", "accountName", "mode", "health"] }),
  credentialApproval: approval(
    gatewayAccount,
    {
      approve: "approveCredentials",
      reject: "rejectCredentials",
      input: ({ id, recordId }) => ({ id: recordId, changeId: id }),
    },
    { facts: ["name", "gatewayName", "mode", "status", "health"] },
  ),
  dueApproval: approval(
    paymentDue,
    {},
    {
      states: DueAction,
      facts: ["action", "kind", "amount", "expectedAmount", "heldAmount", "bookableAmount", "merchantName", "orderNo"],
    },
  ),
  refundApproval: approval(
    orderRefund,
    {},
    {
      states: RefundReviewCause,
      facts: [
        "amount",
        "settleAmount",
        "sourceBucket",
        "reason",
        "remark",
        "applicantType",
        "orderNo",
        "merchantName",
        "gatewayAccountName",
      ],
    },
  ),
  cashoutApproval: approval(
    cashout,
    {},
    {
      facts: [
        "amount",
        "debitedAmount",
        "targetAmount",
        "accountLabel",
        "merchantName",
        "riskFlags",
        "approvalsNeeded",
        "applyUserName",
        "remark",
      ],
    },
  ),
  payoutOrderApproval: approval(
    payoutOrder,
    {},
    {
      facts: [
        "amount",
        "debitedAmount",
        "beneficiaryName",
        "country",
        "accountLabel",
        "purpose",
        "reference",
        "merchantName",
        "riskFlags",
        "approvalsNeeded",
        "applyUserName",
      ],
    },
  ),
  accountApproval: of("approvals", payoutAccount, "verify", {
    ends: ["verify"],
    facts: ["holderName", "nameMatch", "bankName", "country", "currency", "last4", "merchantName"],
  }),
  adjustmentApproval: approval(
    merchantBalance,
    { input: ({ id, merchantId, version }) => ({ id, merchantId, version }) },
    { path: () => `${merchantBalance.menu?.path}` },
  ),
  clearingApproval: approval(
    sysLogVis,
    { approve: "approveClear", reject: "rejectClear", isReasoned: false, input: ({ id }) => ({ id }) },
    { path: () => `${sysLogVis.menu?.path}` },
  ),
  gatewayHealth: of("gateways", gatewayAccount, "page", {
    states: GatewayHealth,
    facts: ["gatewayName", "mode", "status", "health"],
  }),
  gatewayDeclines: of("gateways", eventExceptionLog, "page", {
    states: ExceptionLevel,
    facts: ["message", "occurrences", "firstTime", "lastTime"],
  }),
  endpointFailing: of("endpoints", merchantWebhookConfig, "update", {
    states: EndpointStatus,
    isOfOperator: false,
    facts: ["url", "status", "failures", "lastSuccessTime", "lastFailureTime", "merchantName"],
  }),
  keyExpiring: of("endpoints", coinApp, "updateKey", {
    isOfOperator: false,
    facts: ["name", "appNo", "status", "merchantName", "lastUsedTime"],
  }),
  dueOpen: of("money", paymentDue, "book", {
    ends: ["book", "markReturn"],
    states: DueKind,
    facts: ["kind", "amount", "expectedAmount", "heldAmount", "bookableAmount", "merchantName", "orderNo"],
  }),
  refundFailed: of("money", orderRefund, "retry", {
    ends: ["retry"],
    states: RefundFailure,
    isOfOperator: false,
    facts: [
      "failureCode",
      "failureMessage",
      "amount",
      "reason",
      "orderNo",
      "merchantOrderNo",
      "merchantName",
      "attempts",
    ],
  }),
  settlementHeld: of("money", settlements, "releaseHold", {
    ends: ["releaseHold", "void"],
    facts: ["amount", "date", "status", "holdReason", "merchantName", "lineCount"],
  }),
  settlementBlocked: of("money", settlements, "close", {
    ends: ["close", "confirm", "settle", "void"],
    states: SettlementBlock,
    facts: ["blockedBy", "amount", "date", "status", "merchantName", "lineCount"],
  }),
  billQuestioned: of("money", billing, "answer", {
    ends: ["answer"],
    facts: ["queryText", "settlementAmount", "batch", "billingDate", "merchantName", "queryUserName"],
  }),
  billToConfirm: of("money", merchantBilling, "confirm", {
    ends: ["confirm", "query"],
    isOfOperator: false,
    facts: ["settlementAmount", "grossAmount", "batch", "billingDate", "settlementDate", "invoiceNo"],
  }),
  balanceToCollect: of("money", merDeposit, "use", { path: () => `${merDeposit.menu?.path}` }),
  balanceToWriteOff: of("money", merDeposit, "writeOff", {
    ends: ["writeOff"],
    path: () => `${merDeposit.menu?.path}`,
  }),
  cashoutUnpaid: of("money", cashout, "execute", {
    ends: ["execute", "markPaid", "markFailed"],
    states: CashoutStatus,
    facts: ["status", "amount", "targetAmount", "accountLabel", "failureCode", "failureMessage", "merchantName"],
  }),
  payoutOrderUnpaid: of("money", payoutOrder, "execute", {
    ends: ["execute", "markPaid", "markFailed"],
    states: PayoutOrderStatus,
    facts: ["status", "amount", "beneficiaryName", "accountLabel", "failureCode", "failureMessage", "merchantName"],
  }),
  reconDifferent: of("money", recon, "run", {
    acts: may(reconItem, "resolve"),
    facts: ["reconNo", "gatewayAccountName", "fileDate", "openCount", "openAmount", "netAmount"],
    path: ({ recordId }) => `${recon.menu?.path}/${recordId}`,
  }),
  reconUnpaid: of("money", recon, "receive", {
    ends: ["receive"],
    facts: ["reconNo", "gatewayAccountName", "fileDate", "payoutAmount", "receivedAmount"],
    path: ({ recordId }) => `${recon.menu?.path}/${recordId}`,
  }),
  suspenseAged: of("money", reconItem, "settle", {
    ends: ["settle"],
    states: ReconMatch,
    facts: ["matchStatus", "suspenseAmount", "gatewayAccountName", "upstreamRef", "orderNo", "remark"],
  }),
  bankDifferent: of("money", bankStatement, "run", {
    acts: may(bankLine, "resolve"),
    facts: ["statementNo", "accountName", "toDate", "openCount", "openAmount", "closingAmount"],
    path: ({ recordId }) => `${bankStatement.menu?.path}/${recordId}`,
  }),
  claimAged: of("money", reconItem, "resolve", {
    ends: ["resolve", "rematch"],
    states: ReconMatch,
    facts: ["matchStatus", "difference", "gatewayAccountName", "upstreamRef", "orderNo", "remark"],
  }),
  unpricedCapture: of("money", coinOrder, "page", {
    acts: may(merPaymentMethodCfg, "add"),
    facts: ["orderNo", "amount", "capturedAmount", "paymentMethod", "gatewayAccountName", "paidTime"],
    path: ({ recordId }) => `${coinOrder.menu?.path}/${recordId}`,
  }),
  expiringAuthorization: of("authorizations", coinOrder, "capture", {
    isOfOperator: false,
    facts: ["orderNo", "merchantOrderNo", "amount", "capturedAmount", "captureDeadline", "merchantName"],
    // Several are a list to work through, one is its order.
    path: ({ recordId, merchantId, currency, count }) =>
      count === 1
        ? `${coinOrder.menu?.path}/${recordId}`
        : `${coinOrder.menu?.path}?merchantId=${merchantId}&currency=${currency}&awaitingReason=capture`,
  }),
  ledgerBroken: of("system", ledger, "verify", { states: VerificationStatus, path: () => `${ledger.menu?.path}` }),
  exceptionOpen: of("system", eventExceptionLog, "resolve", {
    ends: ["resolve", "ignore"],
    states: ExceptionLevel,
    facts: ["message", "source", "level", "occurrences", "firstTime", "lastTime"],
  }),
  fileReady: {
    group: "files",
    resource: sysJobRun,
    sees: null,
    acts: null,
    isOfOperator: false,
    path: () => "/system/downloads",
  },
};
