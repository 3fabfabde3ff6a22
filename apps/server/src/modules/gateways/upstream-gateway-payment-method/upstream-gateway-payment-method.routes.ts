import { upstreamGatewayPaymentMethod } from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  addUpstreamMethod,
  changeUpstreamMethod,
  copyUpstreamMethods,
  upstreamMethods,
} from "./upstream-method.service.ts";
import {
  describedUpstreamMethods,
  findUpstreamMethod,
  listUpstreamMethods,
  pageUpstreamMethods,
  upstreamMethodColumn,
  upstreamMethodKey,
} from "./upstream-method.store.ts";

export const upstreamGatewayPaymentMethodRoutes = implement(upstreamGatewayPaymentMethod, {
  page: pageUpstreamMethods,
  list: (ctx, { upstreamGatewayId }) => listUpstreamMethods(ctx, upstreamGatewayId),
  detail: (ctx, { id }) => findUpstreamMethod(ctx, id),
  add: addUpstreamMethod,
  update: changeUpstreamMethod,
  setStatus: upstreamMethods.update,
  copy: copyUpstreamMethods,
  export: exportable(upstreamGatewayPaymentMethod, describedUpstreamMethods, {
    columnOf: upstreamMethodColumn,
    id: upstreamMethodKey,
  }),
});
