import { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addType, setTypeStatus, updateType } from "./mer-payment-type-cfg.service.ts";
import { describedTypes, findType, pageTypes, typeColumn, typeKey } from "./mer-payment-type-cfg.store.ts";

export const merPaymentTypeCfgRoutes = implement(merPaymentTypeCfg, {
  page: pageTypes,
  detail: (ctx, { id }) => findType(ctx, id),
  add: addType,
  update: updateType,
  setStatus: setTypeStatus,
  export: exportable(merPaymentTypeCfg, describedTypes, { columnOf: typeColumn, id: typeKey }),
});
