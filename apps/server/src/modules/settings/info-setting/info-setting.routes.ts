import { sysInfoSetting } from "@countinghouse/contract/settings/info-setting/info-setting.ts";
import { implement } from "../../../platform/http/implement.ts";
import { readSite } from "../config/index.ts";

/** Routes of the site's branding. */
export const sysInfoSettingRoutes = implement(sysInfoSetting, { detail: readSite });
