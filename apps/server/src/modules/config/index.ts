export { settingOf, settingsOf } from "./config.store.ts";
