import { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { isOwn, Origin, State } from "./dict.cells.part.tsx";
import { DictItems } from "./dict-items.detail.tsx";

const forms = () => import("./dict.form.tsx");

const columns: ListPageProps<typeof sysDictType>["columns"] = [
  { field: "name", width: 200 },
  { field: "code", width: 200 },
  { field: "sysFlag", cell: Origin, width: 112 },
  { field: "status", cell: State, width: 88 },
  "orderNo",
  { field: "remark", isHidden: true },
  { field: "updateTime", isHidden: true },
];

/** Dictionaries at the left; the items of the open one at its right. */
export const DictList = () => (
  <ListPage
    resource={sysDictType}
    columns={columns}
    forms={forms}
    rowActions={["update", { action: "copy" }, { action: "delete", when: isOwn }]}
    detail={DictItems}
  />
);
