import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sysConstMessages } from "@countinghouse/contract/settings/const/const.messages.ts";
import { sysConst } from "@countinghouse/contract/settings/const/const.ts";
import { implement } from "../../../platform/http/implement.ts";
import { constantClasses, constantsOf } from "./const.policy.ts";

export const sysConstRoutes = implement(sysConst, {
  list: async ({ request }) => {
    const titles: Readonly<Record<string, string>> = sysConstMessages[request.locale].text;
    return [...constantClasses.keys()].map((code) => ({
      name: titles[code] ?? code,
      code,
      data: { result: constantsOf(code) ?? [] },
    }));
  },
  data: async (_ctx, { typeName }) => {
    const constants = constantsOf(typeName);
    if (!constants) throw refuse("sysConst.unknown", { typeName });
    return constants;
  },
});
