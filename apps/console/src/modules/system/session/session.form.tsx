import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysOnlineUserMessages } from "@countinghouse/contract/system/session/session.messages.ts";
import { sysOnlineUser } from "@countinghouse/contract/system/session/session.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

export const forms = formsOf(sysOnlineUser, sysOnlineUserMessages, {
  forceOffline: {
    ask: ({ words: { actions }, text, row }) => ({
      title: actions.forceOffline,
      text: fill(text.confirmForce, { name: `${row.realName} (${row.userName})` }),
      isDangerous: true,
    }),
  },
});
