import { gatewayAccountPaymentMethod } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addGatewayMethod, addPrice, changeGatewayMethod, deletePrice } from "./gateway-method.service.ts";
import { gatewayMethods, listGatewayMethods } from "./gateway-method.store.ts";

export const gatewayAccountPaymentMethodRoutes = implement(gatewayAccountPaymentMethod, {
  page: gatewayMethods.page,
  list: (ctx, { gatewayAccountId }) => listGatewayMethods(ctx, gatewayAccountId),
  detail: gatewayMethods.detail,
  add: addGatewayMethod,
  update: changeGatewayMethod,
  setStatus: gatewayMethods.update,
  costAdd: addPrice,
  costDelete: deletePrice,
  export: gatewayMethods.export,
});
