import { namesOf } from "@countinghouse/contract/names.ts";
import { sysMenuMessages } from "@countinghouse/contract/settings/menu/menu.messages.ts";
import { type MenuNode, sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { FailureState } from "@countinghouse/ui/feedback/failure-state.tsx";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { Button } from "antd";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useRowActions } from "../../../platform/pages/row-actions.tsx";
import { menuType } from "../../../platform/pickers/menu-tree.ts";
import { fitting, treeRows, useUnfolded } from "../../../platform/pickers/tree-rows.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useMenuColumns } from "./menu.columns.detail.tsx";
import { type MenuFilter, MenuFilters, noFilter } from "./menu.filters.detail.tsx";
import { MenuRemove } from "./menu.remove.add.tsx";
import "../../../platform/pages/pages.css";
import "./menu.css";

// The forms bring every kind of input and a tree to choose from; the tree on the page needs none of that.
const MenuAdd = arriving(async () => (await import("./menu.add.tsx")).MenuAdd);
const MenuChildAdd = arriving(async () => (await import("./menu.add.tsx")).MenuChildAdd);

const fits = (filter: MenuFilter) => (node: MenuNode) =>
  (filter.type === null || node.type === filter.type) &&
  [...namesOf(node.titles, node.title), node.permission ?? "", node.path ?? ""].some((text) =>
    text.toLowerCase().includes(filter.text.trim().toLowerCase()),
  );

const editing = { action: "update", form: MenuAdd } as const;
const adding = { action: "add", form: MenuChildAdd } as const;
const removing = { action: "delete", form: MenuRemove } as const;

/** The menu as a tree: directories, pages and their buttons. */
export function MenuList() {
  const { title, actions: words } = useWords(sysMenuMessages);
  const { data, isPending, error, refetch } = useAnswer(sysMenu, "list", {});
  const [filter, setFilter] = useState<MenuFilter>(noFilter);
  const [isAdding, setAdding] = useState(false);
  const unfolded = useUnfolded((depth) => depth < 1);
  const isFiltered = filter.text.trim() !== "" || filter.type !== null;
  const tree = isFiltered ? fitting(data ?? [], fits(filter)) : (data ?? []);
  const rows = treeRows(tree, (id, depth) => isFiltered || unfolded.isOpen(id, depth));
  const columns = useMenuColumns((row) => unfolded.set(row.record.id, !row.isOpen));
  const ofBranch = useRowActions({ resource: sysMenu, actions: [editing, adding, removing], nameField: "title" });
  const ofButton = useRowActions({ resource: sysMenu, actions: [editing, removing], nameField: "title" });
  const actionsOf = (record: MenuNode) => (record.type === menuType.button ? ofButton : ofBranch);
  return (
    <div className="ch-page menu-page">
      <header className="ch-page-head">
        <h1>{title}</h1>
        <span className="ch-grow" />
        <Allowed need="sysMenu:add">
          <Button type="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </Allowed>
      </header>
      <MenuFilters filter={filter} onChange={setFilter} onUnfold={unfolded.setAll} onRefresh={() => void refetch()} />
      <section className="ch-card menu-card">
        {error && !data ? (
          <FailureState failure={{ message: error.message, retry: () => void refetch() }} />
        ) : (
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            rowKey={({ record }) => String(record.id)}
            state={{ kind: isPending ? "loading" : "ready" }}
            actions={ofBranch.isEmpty ? undefined : ({ record }) => actionsOf(record).inRow(record)}
          />
        )}
      </section>
      {isAdding && <MenuAdd onClose={() => setAdding(false)} />}
      {ofBranch.layer}
      {ofButton.layer}
    </div>
  );
}
