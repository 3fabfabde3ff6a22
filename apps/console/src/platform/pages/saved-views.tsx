import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { MenuButton } from "@countinghouse/ui/layout/menu-button.tsx";
import { Button, type MenuProps, Popover } from "antd";
import { ChevronDown, Star } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { useWords } from "../i18n/use-words.ts";
import { readAddress, viewPart } from "./list-address.ts";
import { listSpecOf } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import type { ListAddressControl } from "./use-list-address.ts";
import { usePreference } from "./use-preference.ts";
import { useReadableFilters } from "./use-readable-fields.ts";

/** Most views a user keeps of one list. */
export const savedViewsMax = 50;

const SavedView = z.object({
  id: z.string(),
  name: z.string().min(1).max(40),
  search: z.string().max(1_000),
  isDefault: z.boolean(),
});
const Views = z.array(SavedView).max(savedViewsMax);
type View = z.output<typeof SavedView>;

interface SavedViewsProps {
  readonly resource: Resource;
  readonly control: ListAddressControl;
}

/** Named filters and sorting of a list: chosen, saved, renewed and removed; one of them may open the list. */
export function SavedViews({ resource, control }: SavedViewsProps) {
  const words = useWords(pagesMessages);
  const { value: views = [], isReady, isRead, set } = usePreference(`views:${resource.name}`, Views);
  const { address, change } = control;
  const search = viewPart(address);
  const current = views.find(({ id }) => id === address.view);
  const offered = useReadableFilters(resource);
  const show = (view: View | undefined) => {
    const { filters, unread, sort } = readAddress(
      new URLSearchParams(view?.search ?? ""),
      offered,
      listSpecOf(resource).sortBy,
    );
    change({ filters, unread, sort, view: view?.id, page: 1, cursor: undefined, open: undefined });
  };
  useDefaultView(
    isReady,
    search === "" && !address.view && !address.open ? views.find(({ isDefault }) => isDefault) : undefined,
    show,
  );
  const save = (name: string) => {
    if (views.length >= savedViewsMax) return toast.error(words.tooManyViews);
    const view = { id: Date.now().toString(36), name, search, isDefault: false };
    set([...views, view]);
    change({ view: view.id });
  };
  const isModified = search !== (current?.search ?? "");
  return (
    <>
      <ViewMenu
        views={views}
        current={current}
        isModified={isModified}
        onShow={show}
        onUpdate={(view) => set(views.map((one) => (one.id === view.id ? { ...view, search } : one)))}
        onDefault={(view) => set(views.map((one) => ({ ...one, isDefault: one.id === view.id && !view.isDefault })))}
        onDelete={(view) => {
          set(views.filter(({ id }) => id !== view.id));
          change({ view: undefined });
        }}
      />
      {isModified && current && <span className="ch-view-modified">{words.modified}</span>}
      {isModified && isRead && search !== "" && <SaveView onSave={save} />}
    </>
  );
}

/** Opens the list with its default view, once, when the address asks for nothing else. */
function useDefaultView(isReady: boolean, view: View | undefined, show: (view: View) => void): void {
  const isSettled = useRef(false);
  useEffect(() => {
    if (!isReady || isSettled.current) return;
    isSettled.current = true;
    if (view) show(view);
  });
}

interface ViewMenuProps {
  readonly views: readonly View[];
  readonly current: View | undefined;
  readonly isModified: boolean;
  onShow(view: View | undefined): void;
  onUpdate(view: View): void;
  onDefault(view: View): void;
  onDelete(view: View): void;
}

function ViewMenu({ views, current, isModified, onShow, onUpdate, onDefault, onDelete }: ViewMenuProps) {
  const words = useWords(pagesMessages);
  const about: NonNullable<MenuProps["items"]> = current
    ? [
        { type: "divider" },
        ...(isModified ? [{ key: "!update", label: fill(words.updateView, { name: current.name }) }] : []),
        { key: "!default", label: current.isDefault ? words.unsetDefault : words.makeDefault },
        { key: "!delete", label: words.deleteView, danger: true },
      ]
    : [];
  const items = [
    { key: "!all", label: words.allRecords },
    ...views.map(({ id, name, isDefault }) => ({
      key: id,
      label: name,
      icon: isDefault ? <Star size={12} fill="currentColor" /> : undefined,
    })),
    ...about,
  ];
  const choose = (key: string) => {
    if (current && key === "!update") onUpdate(current);
    else if (current && key === "!default") onDefault(current);
    else if (current && key === "!delete") onDelete(current);
    else onShow(views.find(({ id }) => id === key));
  };
  return (
    <MenuButton items={items} selectedKeys={[current?.id ?? "!all"]} onChoose={choose}>
      <button
        type="button"
        className="ch-btn ch-btn-text ch-view"
        aria-haspopup="menu"
        aria-label={`${words.views}: ${current?.name ?? words.allRecords}`}
      >
        <Star size={16} aria-hidden="true" {...(current ? { fill: "currentColor" } : {})} />
        <span className="ch-cut">{current?.name ?? words.allRecords}</span>
        <ChevronDown size={12} aria-hidden="true" />
      </button>
    </MenuButton>
  );
}

function SaveView({ onSave }: { onSave(name: string): void }) {
  const words = useWords(pagesMessages);
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState("");
  const save = () => {
    if (name.trim() === "") return;
    onSave(name.trim());
    setName("");
    setIsOpen(false);
  };
  const editor = (
    <div className="ch-filter-editor">
      <span className="ch-input ch-small-input">
        <input
          // biome-ignore lint/a11y/noAutofocus: the reader asked for this box by a click.
          autoFocus
          maxLength={40}
          placeholder={words.viewName}
          aria-label={words.viewName}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && save()}
        />
      </span>
      <div className="ch-filter-foot">
        <Button type="primary" size="small" disabled={name.trim() === ""} onClick={save}>
          {words.save}
        </Button>
      </div>
    </div>
  );
  return (
    <Popover
      content={editor}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
      open={isOpen}
      onOpenChange={setIsOpen}
    >
      <button type="button" className="ch-btn-link">
        {words.saveView}
      </button>
    </Popover>
  );
}
