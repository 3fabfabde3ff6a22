import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysNoticeMessages } from "@countinghouse/contract/system/notice/notice.messages.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

export const forms = formsOf(sysNotice, sysNoticeMessages, {
  edit: { fields: ["title", "type", { field: "content", isWide: true }] },
  // Says who will see it.
  public: {
    ask: ({ words: { actions }, text, row }) => ({
      title: actions.public,
      text: fill(text.publishQuestion, { title: row.title }),
    }),
  },
});
