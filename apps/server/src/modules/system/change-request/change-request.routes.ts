import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement, type ResourceRoutes } from "../../../platform/http/implement.ts";
import { bindOperations } from "../../../platform/http/server.ts";
import type { Platform } from "../../../platform/platform.ts";
import { approveRequest, listRequests, readRequest, refuseRequest, withdrawRequest } from "./change-request.service.ts";
import { describedRequests, requestColumn, requestKey } from "./change-request.store.ts";
import { readRule } from "./change-rule.service.ts";

/** Change requests for the product's operations, any of which may require two people. */
export function buildChangeRequestRoutes(platform: Platform, routes: readonly ResourceRoutes[]): ResourceRoutes {
  const taking = bindOperations(routes).filter(({ operation }) => operation.secondPerson);
  const operations = new Map(taking.map((bound) => [`${bound.resource.name}.${bound.name}`, bound]));
  return implement(changeRequest, {
    page: listRequests,
    detail: readRequest,
    approve: approveRequest(platform, operations),
    refuse: refuseRequest,
    withdraw: withdrawRequest,
    rule: readRule,
    export: exportable(changeRequest, describedRequests, { columnOf: requestColumn, id: requestKey }),
  });
}
