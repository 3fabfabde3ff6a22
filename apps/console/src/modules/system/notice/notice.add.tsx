import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

const fields = ["title", "type", { field: "content", isWide: true }] as const;

/** Writes a notice, or changes the draft it is opened on. */
export const NoticeAdd = ({ record, onClose }: RowFormProps<RecordOf<typeof sysNotice>>) =>
  record ? (
    <RecordForm resource={sysNotice} operation="update" fields={fields} record={record} onClose={onClose} />
  ) : (
    <RecordForm resource={sysNotice} operation="add" fields={fields} onClose={onClose} />
  );
