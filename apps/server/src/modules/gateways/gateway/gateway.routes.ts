import { gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
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
import { gateways, listGateways } from "./gateway.store.ts";

export const gatewayRoutes = implement(gateway, {
  page: gateways.page,
  list: listGateways,
  detail: gateways.detail,
  add: addGateway,
  update: changeGateway,
  setStatus: setGatewayStatus,
  taxList: (ctx, { gatewayId }) => readTaxes(ctx, gatewayId),
  taxAdd: addTax,
  taxUpdate: changeTax,
  taxDelete: deleteTax,
  export: gateways.export,
});
