export { settingOf, settingsOf } from "./config.store.ts";
export { serveSiteAssets } from "./config-assets.routes.ts";
