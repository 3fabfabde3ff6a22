import { Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { SysInfo } from "../config/config.ts";
import { sysInfoSettingMessages } from "./info-setting.messages.ts";

/** The page of how the site presents itself. What it changes is saved by `sysConfig/saveSysInfo`. */
export const sysInfoSetting = defineResource({
  name: "sysInfoSetting",
  record: SysInfo,
  for: "operator",
  operations: { detail: query(Nothing, SysInfo) },
  menu: {
    path: "/platform/infoSetting",
    component: "info-setting/info-setting.page",
    icon: "settings-2",
    order: 220,
  },
  messages: sysInfoSettingMessages,
});
