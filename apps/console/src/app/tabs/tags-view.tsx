import { fill } from "@countinghouse/contract/kit/locale.ts";
import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { ChevronDown, Pin, RefreshCw, X } from "lucide-react";
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { titleIn, useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { useStore } from "../../platform/state/store.ts";
import { useSettings } from "../../platform/theme/settings.ts";
import { homePath } from "../guard.ts";
import { FloatingMenu, type MenuAnchor, MenuButton } from "../shell/floating-menu.tsx";
import { tabActions } from "./tab-actions.tsx";
import { close, refreshTab, showTab, tabStore } from "./tab-store.ts";
import { tabsMessages } from "./tabs.messages.ts";
import { moveTab, type Tab, type Tabs } from "./tabs.ts";

interface OpenMenu {
  readonly tab: Tab;
  readonly anchor: MenuAnchor;
}

/** The tab bar. */
export function TagsView() {
  const words = useWords(tabsMessages);
  const { list, active } = useStore(tabStore);
  const { tagsStyle, isSortableTagsView } = useSettings();
  const bar = useRef<HTMLUListElement>(null);
  const [menu, setMenu] = useState<OpenMenu>();
  const [dragged, setDragged] = useState<string>();
  const isCut = useIsCut(bar, list);
  useSidewaysWheel(bar);
  // biome-ignore lint/correctness/useExhaustiveDependencies: which tab is active, what the tabs are called and how much room they have decide what to scroll to.
  useEffect(() => {
    bar.current?.querySelector(".tag[data-on]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active, list, isCut]);
  const over = (event: DragEvent, index: number) => {
    event.preventDefault();
    if (dragged) tabStore.set((tabs) => moveTab(tabs, dragged, index));
  };
  return (
    <nav aria-label={words.openPages} className="tags" data-style={tagsStyle}>
      <ul ref={bar} onKeyDown={(event) => walk(event, bar.current)}>
        {list.map((tab, index) => (
          <li
            key={tab.key}
            className="tag"
            data-on={tab.key === active ? "" : undefined}
            data-dragged={tab.key === dragged ? "" : undefined}
            draggable={isSortableTagsView && matchMedia("(pointer: fine)").matches}
            onDragStart={() => setDragged(tab.key)}
            onDragOver={(event) => over(event, index)}
            onDragEnd={() => setDragged(undefined)}
          >
            <TagLink tab={tab} isActive={tab.key === active} onMenu={(anchor) => setMenu({ tab, anchor })} />
          </li>
        ))}
      </ul>
      {isCut ? <AllTabs list={list} active={active} /> : null}
      {menu ? <TagMenu {...menu} onClose={() => setMenu(undefined)} /> : null}
    </nav>
  );
}

/** Menu of all tabs, where the bar does not fit them. */
function AllTabs({ list, active }: Tabs) {
  const words = useWords(tabsMessages);
  const locale = useLocale();
  const actions = list.map((tab) => ({
    key: tab.key,
    label: titleIn(tab.title, locale),
    isChecked: tab.key === active,
    run: () => showTab(tab.address),
  }));
  return (
    <MenuButton label={words.allPages} className="tags-all" actions={actions}>
      <ChevronDown size={14} aria-hidden />
    </MenuButton>
  );
}

interface TagLinkProps {
  readonly tab: Tab;
  readonly isActive: boolean;
  readonly onMenu: (anchor: MenuAnchor) => void;
}

function TagLink({ tab, isActive, onMenu }: TagLinkProps) {
  const words = useWords(tabsMessages);
  const title = titleIn(tab.title, useLocale());
  const hasIcon = useSettings((settings) => settings.isTagsviewIcon);
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    // The context menu key reports no pointer; the menu then opens below the tab.
    const isPointer = event.clientX !== 0 || event.clientY !== 0;
    onMenu(isPointer ? { x: event.clientX, y: event.clientY } : { element: event.currentTarget });
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Delete" && !tab.isAffix) close(tab.key, "this", homePath);
  };
  const middle = (event: MouseEvent) => {
    if (event.button !== 1) return;
    event.preventDefault();
    if (!tab.isAffix) close(tab.key, "this", homePath);
  };
  return (
    <>
      <Link
        to={tab.address}
        aria-current={isActive ? "page" : undefined}
        tabIndex={isActive ? 0 : -1}
        draggable={false}
        onContextMenu={openMenu}
        onKeyDown={keys}
        onAuxClick={middle}
      >
        {hasIcon ? <MenuIcon name={tab.icon} size={14} /> : null}
        {tab.isPinned ? <Pin size={12} aria-hidden /> : null}
        <span className="ch-cut">{title}</span>
      </Link>
      {isActive ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={fill(words.refreshNamed, { title })}
          onClick={() => refreshTab(tab.key)}
        >
          <RefreshCw size={12} aria-hidden />
        </button>
      ) : null}
      {tab.isAffix ? null : (
        <button
          type="button"
          tabIndex={-1}
          className="tag-close"
          aria-label={fill(words.closeNamed, { title })}
          onClick={() => close(tab.key, "this", homePath)}
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </>
  );
}

function TagMenu({ tab, anchor, onClose }: OpenMenu & { readonly onClose: () => void }) {
  const words = useWords(tabsMessages);
  const { list } = useStore(tabStore);
  const isSortable = useSettings((settings) => settings.isSortableTagsView);
  const label = fill(words.menuOf, { title: titleIn(tab.title, useLocale()) });
  return (
    <FloatingMenu anchor={anchor} label={label} actions={tabActions(words, tab, list, isSortable)} onClose={onClose} />
  );
}

/** Arrow keys move along the bar; the context menu key opens the focused tab's menu. */
function walk(event: KeyboardEvent, bar: HTMLElement | null): void {
  const links = [...(bar?.querySelectorAll<HTMLElement>("a") ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  links[(to + links.length) % links.length]?.focus();
}

/** Whether the bar overflows. */
function useIsCut(bar: { readonly current: HTMLElement | null }, list: Tabs["list"]): boolean {
  const [isCut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs need other room.
  useEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const measure = () => setCut(element.scrollWidth > element.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar, list]);
  return isCut;
}

/** The wheel scrolls the bar sideways. Not passive, because the page must not scroll. */
function useSidewaysWheel(bar: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      if (element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY + event.deltaX;
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [bar]);
}
