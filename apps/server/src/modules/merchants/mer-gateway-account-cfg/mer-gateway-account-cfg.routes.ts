import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  addBinding,
  approveChange,
  readUsage,
  rejectChange,
  setBindingStatus,
  shiftTraffic,
  updateBinding,
} from "./mer-gateway-account-cfg.service.ts";
import {
  bindingColumn,
  bindingKey,
  describedBindings,
  findBinding,
  pageBindings,
} from "./mer-gateway-account-cfg.store.ts";

export const merGatewayAccountCfgRoutes = implement(merGatewayAccountCfg, {
  page: pageBindings,
  detail: (ctx, { id }) => findBinding(ctx, id),
  usage: readUsage,
  add: addBinding,
  update: updateBinding,
  setStatus: setBindingStatus,
  shift: shiftTraffic,
  approve: approveChange,
  reject: rejectChange,
  export: exportable(merGatewayAccountCfg, describedBindings, { columnOf: bindingColumn, id: bindingKey }),
});
