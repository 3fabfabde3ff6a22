export { readSite } from "./config.service.ts";
export { settingOf, settingsOf } from "./config.store.ts";
export { serveSiteAssets } from "./config-assets.routes.ts";
export { assertPhoneTaken } from "./phone-rule.service.ts";
