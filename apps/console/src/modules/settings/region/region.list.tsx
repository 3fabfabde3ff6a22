import { sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useChosenRegion } from "./region.chosen.detail.ts";
import "./region.css";

const forms = () => import("./region.form.tsx");

const RegionTree = lazyPart(async () => (await import("./region.tree.part.tsx")).RegionTree);

const columns: ListPageProps<typeof sysRegion>["columns"] = [
  { field: "name", width: 216 },
  { field: "code", width: 128 },
  { field: "level", width: 144 },
  { field: "mergerName", width: 264 },
  { field: "pinYin", isHidden: true },
  { field: "cityCode", width: 112 },
  { field: "zipCode", isHidden: true },
  "orderNo",
  { field: "remark", isHidden: true },
  { field: "updateTime", isHidden: true },
];

/** Countries and what they are divided into: the tree chooses and arranges, the list works. */
export function RegionList() {
  const { chosen } = useChosenRegion();
  return (
    <div className="region-page">
      <section className="ch-card region-tree">
        <RegionTree />
      </section>
      <ListPage
        resource={sysRegion}
        columns={columns}
        forms={forms}
        fixed={{ pid: chosen ?? null }}
        rowActions={["update", { action: "copy" }, "delete"]}
        pageActions={["sync", "import", "add"]}
        nameField="name"
      />
    </div>
  );
}
