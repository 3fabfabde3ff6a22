import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { implement } from "../../../platform/http/implement.ts";
import { countOthers, forgetPreference, readPreferences, savePreference } from "./user-preference.store.ts";

/** Maximum number of preferences per user: far more than pages and saved views need. */
const most = 500;

export const sysUserPreferenceRoutes = implement(sysUserPreference, {
  list: readPreferences,
  save: async (ctx, { key, value }) => {
    if (value === null) {
      await forgetPreference(ctx, key);
      return null;
    }
    const count = await countOthers(ctx, key);
    if (count >= most) throw refuse("sysUserPreference.tooMany", { count });
    await savePreference(ctx, key, value);
    return null;
  },
});
