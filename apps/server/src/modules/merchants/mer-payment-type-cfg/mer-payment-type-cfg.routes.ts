import { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addType, setTypeStatus, updateType } from "./mer-payment-type-cfg.service.ts";
import { types } from "./mer-payment-type-cfg.store.ts";

export const merPaymentTypeCfgRoutes = implement(merPaymentTypeCfg, {
  page: types.page,
  detail: types.detail,
  add: addType,
  update: updateType,
  setStatus: setTypeStatus,
  export: types.export,
});
