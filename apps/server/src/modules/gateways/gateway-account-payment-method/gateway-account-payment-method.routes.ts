import { gatewayAccountPaymentMethod } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  addGatewayMethod,
  addPrice,
  changeGatewayMethod,
  deletePrice,
  gatewayMethods,
} from "./gateway-method.service.ts";
import {
  describedGatewayMethods,
  findGatewayMethod,
  gatewayMethodColumn,
  gatewayMethodKey,
  listGatewayMethods,
  pageGatewayMethods,
} from "./gateway-method.store.ts";

export const gatewayAccountPaymentMethodRoutes = implement(gatewayAccountPaymentMethod, {
  page: pageGatewayMethods,
  list: (ctx, { gatewayAccountId }) => listGatewayMethods(ctx, gatewayAccountId),
  detail: (ctx, { id }) => findGatewayMethod(ctx, id),
  add: addGatewayMethod,
  update: changeGatewayMethod,
  setStatus: gatewayMethods.update,
  costAdd: addPrice,
  costDelete: deletePrice,
  export: exportable(gatewayAccountPaymentMethod, describedGatewayMethods, {
    columnOf: gatewayMethodColumn,
    id: gatewayMethodKey,
  }),
});
