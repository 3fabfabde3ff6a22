import { sysInfoSetting } from "@countinghouse/contract/settings/info-setting/info-setting.ts";
import { implement } from "../../../platform/http/implement.ts";
import { readSite } from "../config/index.ts";

/** Answers for the page of the site's face, to those who may open it. */
export const sysInfoSettingRoutes = implement(sysInfoSetting, { detail: readSite });
