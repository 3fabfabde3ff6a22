import { sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addOrg, type CountUsersByOrg, deleteOrg, findVisibleOrg, listOrgs, updateOrg } from "./org.service.ts";

/** Answers for organisations. One that people belong to cannot be deleted, so it has to be told who belongs where. */
export const buildOrgRoutes = (countUsersByOrg: CountUsersByOrg) =>
  implement(sysOrg, {
    list: listOrgs,
    detail: (ctx, { id }) => findVisibleOrg(ctx, id),
    add: addOrg,
    update: updateOrg,
    delete: (ctx, input) => deleteOrg(ctx, input, countUsersByOrg),
  });
