import { gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  addGateway,
  addTax,
  changeGateway,
  changeTax,
  deleteTax,
  readTaxes,
  setGatewayStatus,
} from "./gateway.service.ts";
import {
  describedGateways,
  findGateway,
  gatewayColumn,
  gatewayKey,
  listGateways,
  pageGateways,
} from "./gateway.store.ts";

export const gatewayRoutes = implement(gateway, {
  page: pageGateways,
  list: listGateways,
  detail: (ctx, { id }) => findGateway(ctx, id),
  add: addGateway,
  update: changeGateway,
  setStatus: setGatewayStatus,
  taxList: (ctx, { gatewayId }) => readTaxes(ctx, gatewayId),
  taxAdd: addTax,
  taxUpdate: changeTax,
  taxDelete: deleteTax,
  export: exportable(gateway, describedGateways, { columnOf: gatewayColumn, id: gatewayKey }),
});
