import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

const fields = ["name", "code", "orderNo", "status", { field: "remark", isWide: true }] as const;

/** Adds a position, or changes the one it is opened on. */
export const PosAdd = ({ record, onClose }: RowFormProps<RecordOf<typeof sysPos>>) =>
  record ? (
    <RecordForm resource={sysPos} operation="update" fields={fields} record={record} onClose={onClose} />
  ) : (
    <RecordForm resource={sysPos} operation="add" fields={fields} onClose={onClose} />
  );
