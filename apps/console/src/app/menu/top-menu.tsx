import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { ChevronDown, Ellipsis } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { type MenuAction, MenuButton } from "../shell/floating-menu.tsx";
import { shellMessages } from "../shell/shell.messages.ts";
import { isPage, listedEntries, menuTitle, pagesOf, targetOf } from "./menu.ts";
import { MenuLink } from "./menu-link.tsx";
import { useRoving } from "./use-roving.ts";

interface Props {
  readonly menu: readonly SessionMenuNode[];
  readonly section: SessionMenuNode | undefined;
  /** Whether only the first level is shown, with the rest in the side menu. */
  readonly isSplit: boolean;
}

/** The horizontal menu. Entries that do not fit are under "more". */
export function TopMenu({ menu, section, isSplit }: Props) {
  const words = useWords(shellMessages);
  const locale = useLocale();
  const go = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const keys = useRoving(list);
  const nodes = listedEntries(menu);
  const fitting = useFitting(list, nodes.length + locale.length);
  const openPage = (page: SessionMenuNode): MenuAction => ({
    key: String(page.id),
    label: menuTitle(page, locale),
    run: () => void go(page.path ?? "/"),
  });
  // The first page below a heading starts a new group.
  const pagesBelow = (node: SessionMenuNode): MenuAction[] =>
    (isPage(node) ? [node] : listedEntries(node.children)).flatMap((entry) =>
      pagesOf([entry])
        .filter((page) => !page.meta.isHide)
        .map((page, index) => ({ ...openPage(page), isFirstOfGroup: !isPage(entry) && index === 0 })),
    );
  const hidden: readonly MenuAction[] = nodes
    .slice(fitting)
    .flatMap((node): readonly MenuAction[] =>
      isSplit
        ? [{ key: String(node.id), label: menuTitle(node, locale), run: () => void go(targetOf(node) ?? "/") }]
        : pagesBelow(node).map((action, index) => (index === 0 ? { ...action, isFirstOfGroup: true } : action)),
    );
  return (
    <nav className="top-menu" aria-label={words.mainMenu}>
      <ul ref={list} onKeyDown={keys}>
        {nodes.map((node) => (
          <li key={node.id} data-on={node.id === section?.id ? "" : undefined}>
            {isSplit || listedEntries(node.children).length === 0 ? (
              <MenuLink node={node} isMarked={node.id === section?.id}>
                <MenuIcon name={node.meta.icon} />
                {menuTitle(node, locale)}
              </MenuLink>
            ) : (
              <MenuButton label={menuTitle(node, locale)} className="top-entry" actions={pagesBelow(node)}>
                <MenuIcon name={node.meta.icon} />
                {menuTitle(node, locale)}
                <ChevronDown size={12} aria-hidden />
              </MenuButton>
            )}
          </li>
        ))}
      </ul>
      {hidden.length > 0 ? (
        <MenuButton label={words.more} actions={hidden}>
          <Ellipsis size={18} aria-hidden />
        </MenuButton>
      ) : null}
    </nav>
  );
}

/** Number of entries that fit in the first line: the list wraps, with its second line hidden. */
function useFitting(list: { readonly current: HTMLElement | null }, version: number): number {
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries or words take other room.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const items = [...element.children] as HTMLElement[];
      const top = items[0]?.offsetTop ?? 0;
      const count = items.filter((item) => item.offsetTop === top).length;
      setFitting(count);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [list, version]);
  return fitting;
}
