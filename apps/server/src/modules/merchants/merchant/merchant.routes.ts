import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Sessions } from "../../system/session/index.ts";
import {
  activateMerchant,
  addMerchant,
  approveMerchant,
  changeMerchant,
  type Ending,
  endingStep,
  finishClosing,
  handIn,
  operatorStep,
  type Requirement,
  rejectMerchant,
  reopenMerchant,
  suspendMerchant,
} from "./merchant.service.ts";
import { listMerchants, merchants, readHistory } from "./merchant.store.ts";
import { viewAs } from "./merchant-view.service.ts";

/** The routes, with what a merchant needs before it may take payments, and what has to be over before it is closed. */
export const buildMerchantRoutes = (
  requirements: readonly Requirement[],
  endings: readonly Ending[],
  sessions: Sessions,
) =>
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
    finishClosing: finishClosing(endings),
    withdraw: endingStep("withdraw"),
    viewAs: viewAs(sessions),
    export: merchants.export,
  });
