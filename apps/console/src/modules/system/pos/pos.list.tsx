import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";

const columns = ["name", "code", "status", "orderNo", "remark", { field: "updateTime", isHidden: true }] as const;
const forms = () => import("./pos.form.tsx");

/** Positions that users hold. */
export const PosList = () => (
  <ListPage
    resource={sysPos}
    columns={columns}
    forms={forms}
    rowActions={["update", { action: "copy" }, "delete"]}
    bulkActions={["delete"]}
    pageActions={["import", "add"]}
  />
);
