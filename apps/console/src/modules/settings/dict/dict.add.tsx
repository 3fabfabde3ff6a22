import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { rereadDictionaries } from "../../../platform/session/reread.ts";

const names = { field: "names", isWide: true } as const;
const remark = { field: "remark", isWide: true } as const;
const own = ["name", "code", names, "orderNo", "status", remark] as const;
/** Of a dictionary that mirrors an enumeration only the words are its editor's. */
const builtIn = ["name", { field: "code", isDisabled: true }, names, remark] as const;

/** Adds a dictionary, or changes the one it is opened on. */
export const DictAdd = ({ record, onClose }: RowFormProps<RecordOf<typeof sysDictType>>) =>
  record ? (
    <RecordForm
      resource={sysDictType}
      operation="update"
      fields={record.sysFlag === 1 ? builtIn : own}
      record={record}
      onClose={onClose}
    />
  ) : (
    <RecordForm
      resource={sysDictType}
      operation="add"
      fields={own}
      onDone={() => void rereadDictionaries()}
      onClose={onClose}
    />
  );
