import { sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  addOrg,
  type CountUsersByOrg,
  deleteOrg,
  findVisibleOrg,
  listOrgs,
  moveOrg,
  updateOrg,
} from "./org.service.ts";
import { columnOf, ofOrg, orgsInScope, pageOrgs } from "./org.store.ts";
import { orgImports } from "./org-import.service.ts";

/** Routes of organisations. One with users cannot be deleted, so the routes need the number of users. */
export const buildOrgRoutes = (countUsersByOrg: CountUsersByOrg) =>
  implement(sysOrg, {
    list: listOrgs,
    page: pageOrgs,
    move: moveOrg,
    ...orgImports,
    export: exportable(sysOrg, orgsInScope, {
      columnOf,
      id: columnOf("id"),
      conditions: { orgId: ofOrg },
    }),
    detail: (ctx, { id }) => findVisibleOrg(ctx, id),
    add: addOrg,
    update: updateOrg,
    delete: (ctx, input) => deleteOrg(ctx, input, countUsersByOrg),
  });
