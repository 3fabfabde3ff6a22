import type { InboxKind } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import type { WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { openBankStatements } from "../../funds/bank-statement/index.ts";
import { billsToConfirm, questionedBills } from "../../funds/billing/index.ts";
import { cashoutsToApprove, cashoutsUnpaid } from "../../funds/cashout/index.ts";
import { brokenVerification, pendingAdjustments } from "../../funds/ledger/index.ts";
import { negativesToCollect, negativesToWriteOff } from "../../funds/mer-deposit/index.ts";
import { accountsToVerify } from "../../funds/payout-account/index.ts";
import { payoutOrdersToApprove, payoutOrdersUnpaid } from "../../funds/payout-order/index.ts";
import { agedClaims, agedSuspense, openReconciliations, unpaidReconciliations } from "../../funds/recon/index.ts";
import { blockedBatches, heldBatches } from "../../funds/settlements/index.ts";
import { proposedCredentials, unhealthyAccounts } from "../../gateways/gateway-account/index.ts";
import { failingEndpoints } from "../../integration/merchant-webhook-config/index.ts";
import { fallenApprovals, openExceptions } from "../../logs/event-exception-log/index.ts";
import { askedClearings } from "../../logs/log-vis/index.ts";
import { expiringKeys } from "../../merchants/coin-app/index.ts";
import { proposedBindings } from "../../merchants/mer-gateway-account-cfg/index.ts";
import { casesToApprove, casesToTakeUp } from "../../merchants/merchant/index.ts";
import { openRequests } from "../../merchants/merchant-request/index.ts";
import { readyRuns } from "../../operations/job-run/index.ts";
import { expiringAuthorizations, unpricedCaptures } from "../../payments/order-follow-up/index.ts";
import { failedRefunds, refundsToApprove } from "../../payments/order-refund/index.ts";
import { openDues, proposedDues } from "../../payments/payment-due/index.ts";
import { waitingRequests } from "../../system/change-request/index.ts";

/** Waiting items of a kind in one mode; items without a mode are in both. */
type WaitingSource = (ctx: Context, mode: "live" | "test") => WaitingQuery;

/** Source of each kind: the module that owns the records. */
export const inboxSources: Readonly<Record<InboxKind, WaitingSource>> = {
  changeApproval: waitingRequests,
  merchantApproval: casesToApprove,
  merchantCase: casesToTakeUp,
  merchantRequest: openRequests,
  bindingApproval: proposedBindings,
  credentialApproval: proposedCredentials,
  dueApproval: proposedDues,
  refundApproval: refundsToApprove,
  cashoutApproval: cashoutsToApprove,
  payoutOrderApproval: payoutOrdersToApprove,
  accountApproval: accountsToVerify,
  adjustmentApproval: pendingAdjustments,
  clearingApproval: askedClearings,
  gatewayHealth: unhealthyAccounts,
  gatewayDeclines: fallenApprovals,
  endpointFailing: failingEndpoints,
  keyExpiring: expiringKeys,
  dueOpen: openDues,
  refundFailed: failedRefunds,
  settlementHeld: heldBatches,
  settlementBlocked: blockedBatches,
  billQuestioned: questionedBills,
  billToConfirm: billsToConfirm,
  balanceToCollect: negativesToCollect,
  balanceToWriteOff: negativesToWriteOff,
  cashoutUnpaid: cashoutsUnpaid,
  payoutOrderUnpaid: payoutOrdersUnpaid,
  reconDifferent: openReconciliations,
  reconUnpaid: unpaidReconciliations,
  suspenseAged: agedSuspense,
  bankDifferent: openBankStatements,
  claimAged: agedClaims,
  unpricedCapture: unpricedCaptures,
  expiringAuthorization: expiringAuthorizations,
  ledgerBroken: brokenVerification,
  exceptionOpen: openExceptions,
  fileReady: readyRuns,
};
