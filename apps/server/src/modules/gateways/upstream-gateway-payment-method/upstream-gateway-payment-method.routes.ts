import { upstreamGatewayPaymentMethod } from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addUpstreamMethod, changeUpstreamMethod, copyUpstreamMethods } from "./upstream-method.service.ts";
import { listUpstreamMethods, upstreamMethods } from "./upstream-method.store.ts";

export const upstreamGatewayPaymentMethodRoutes = implement(upstreamGatewayPaymentMethod, {
  page: upstreamMethods.page,
  list: (ctx, { upstreamGatewayId }) => listUpstreamMethods(ctx, upstreamGatewayId),
  detail: upstreamMethods.detail,
  add: addUpstreamMethod,
  update: changeUpstreamMethod,
  setStatus: upstreamMethods.update,
  copy: copyUpstreamMethods,
  export: upstreamMethods.export,
});
