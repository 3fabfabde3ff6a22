import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  addConfig,
  deleteConfig,
  deleteConfigs,
  readSite,
  saveSite,
  setValues,
  updateConfig,
} from "./config.service.ts";
import { editableConfigs, listConfigs, listGroups, pageConfigs } from "./config.store.ts";

const configs = recordOperations({ table: "configs", resource: sysConfig });

export const sysConfigRoutes = implement(sysConfig, {
  page: pageConfigs,
  list: (ctx, { groupCode }) => listConfigs(ctx, groupCode),
  groupList: listGroups,
  detail: configs.detail,
  add: addConfig,
  update: updateConfig,
  delete: deleteConfig,
  batchDelete: deleteConfigs,
  batchUpdate: setValues,
  sysInfo: readSite,
  saveSysInfo: saveSite,
  export: exportable(sysConfig, editableConfigs),
});
