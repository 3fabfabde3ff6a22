import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";
import { PosAdd } from "./pos.add.tsx";

const columns = ["name", "code", "status", "orderNo", "remark", { field: "updateTime", isHidden: true }] as const;

/** Positions that users hold. */
export const PosList = () => (
  <ListPage
    resource={sysPos}
    columns={columns}
    create={PosAdd}
    rowActions={[{ action: "update", form: PosAdd }, "delete"]}
    bulkActions={["delete"]}
  />
);
