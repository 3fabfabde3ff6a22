import { sysDictTypeMessages } from "@countinghouse/contract/settings/dict/dict-type.messages.ts";
import { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { rereadDictionaries } from "../../../platform/session/reread.ts";

export const forms = formsOf(sysDictType, sysDictTypeMessages, {
  // Of a dictionary that mirrors an enumeration only the words are its editor's.
  edit: {
    fields: ({ row }) =>
      row?.sysFlag === 1
        ? ["name", { field: "code", isDisabled: true }, "names", "remark"]
        : ["name", "code", "names", "orderNo", "status", "remark"],
    done: () => void rereadDictionaries(),
  },
});
