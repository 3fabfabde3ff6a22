import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  activateMerchant,
  addMerchant,
  approveMerchant,
  changeMerchant,
  endingStep,
  handIn,
  operatorStep,
  type Requirement,
  rejectMerchant,
  reopenMerchant,
  suspendMerchant,
} from "./merchant.service.ts";
import { listMerchants, merchants, readHistory } from "./merchant.store.ts";

/** The routes, with what a merchant needs before it may take payments. */
export const buildMerchantRoutes = (requirements: readonly Requirement[]) =>
  implement(merchant, {
    page: merchants.page,
    list: listMerchants,
    detail: merchants.detail,
    history: (ctx, { id }) => readHistory(ctx, id),
    add: addMerchant,
    update: changeMerchant,
    submit: handIn("submit"),
    review: operatorStep("review"),
    requestInfo: operatorStep("requestInfo"),
    resubmit: handIn("resubmit"),
    approve: approveMerchant,
    reject: rejectMerchant,
    reopen: reopenMerchant,
    activate: activateMerchant(requirements),
    suspend: suspendMerchant,
    resume: endingStep("resume"),
    close: endingStep("close"),
    withdraw: endingStep("withdraw"),
    export: merchants.export,
  });
