import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Sessions } from "../../system/session/index.ts";
import {
  type ActivationRequirement,
  activateMerchant,
  addMerchant,
  approveMerchant,
  type ClosingCondition,
  changeMerchant,
  finishClosing,
  operatorStep,
  rejectMerchant,
  reopenMerchant,
  restrictingStep,
  submitMerchant,
  suspendMerchant,
} from "./merchant.service.ts";
import { listMerchants, merchants, readHistory } from "./merchant.store.ts";
import { viewAs } from "./merchant-view.service.ts";

/** The routes, with the conditions for activation and for closing. */
export const buildMerchantRoutes = (
  requirements: readonly ActivationRequirement[],
  endings: readonly ClosingCondition[],
  sessions: Sessions,
) =>
  implement(merchant, {
    page: merchants.page,
    list: listMerchants,
    detail: merchants.detail,
    history: (ctx, { id }) => readHistory(ctx, id),
    add: addMerchant,
    update: changeMerchant,
    submit: submitMerchant("submit"),
    review: operatorStep("review"),
    requestInfo: operatorStep("requestInfo"),
    resubmit: submitMerchant("resubmit"),
    approve: approveMerchant,
    reject: rejectMerchant,
    reopen: reopenMerchant,
    activate: activateMerchant(requirements),
    suspend: suspendMerchant,
    resume: restrictingStep("resume"),
    close: restrictingStep("close"),
    finishClosing: finishClosing(endings),
    withdraw: restrictingStep("withdraw"),
    viewAs: viewAs(sessions),
    export: merchants.export,
  });
