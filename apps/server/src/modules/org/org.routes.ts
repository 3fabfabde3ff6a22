import { sysOrg } from "@countinghouse/contract/org/org.ts";
import { implement } from "../../platform/http/implement.ts";
import { addOrg, deleteOrg, findVisibleOrg, listOrgs, updateOrg } from "./org.service.ts";

export const sysOrgRoutes = implement(sysOrg, {
  list: listOrgs,
  detail: (ctx, { id }) => findVisibleOrg(ctx, id),
  add: addOrg,
  update: updateOrg,
  delete: deleteOrg,
});
