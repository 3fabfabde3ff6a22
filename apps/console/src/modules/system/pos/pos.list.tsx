import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";

const columns = ["name", "code", "status", "orderNo", "remark", { field: "updateTime", isHidden: true }] as const;
const fields = ["name", "code", "orderNo", "status", "remark"] as const;

/** Positions that users hold. */
export const PosList = () => (
  <ListPage
    resource={sysPos}
    columns={columns}
    fields={fields}
    rowActions={["update", "delete"]}
    bulkActions={["delete"]}
  />
);
