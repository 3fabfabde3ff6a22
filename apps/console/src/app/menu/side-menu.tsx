import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { ChevronDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useLocale } from "../../platform/i18n/use-words.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { useSettings } from "../../platform/theme/settings.ts";
import { MenuButton } from "../shell/floating-menu.tsx";
import { InboxMark } from "./inbox-count.tsx";
import { isPage, listedEntries, menuTitle, pagesOf } from "./menu.ts";
import { MenuLink } from "./menu-link.tsx";
import { useRoving } from "./use-roving.ts";

interface Props {
  readonly nodes: readonly SessionMenuNode[];
  readonly label: string;
  readonly trail: readonly SessionMenuNode[];
  readonly marked: SessionMenuNode | undefined;
  /** Whether first-level entries have icons, as in the full menu. */
  readonly hasIcons: boolean;
  /** Captions instead of collapsible branches, for a menu of one section. */
  readonly hasCaptions: boolean;
  /** Icons only; branches open next to them. */
  readonly isFolded: boolean;
}

/** The side menu. Branches have no memory: the one with the current page is open. */
export function SideMenu({ nodes, label, trail, marked, hasIcons, hasCaptions, isFolded }: Props) {
  const isUnique = useSettings((settings) => settings.isUniqueOpened);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  const keys = useRoving(list);
  const trailIds = trail.map((node) => node.id).join();
  useEffect(() => {
    const ids = trailIds.split(",").map(Number);
    setOpen((before) => new Set(isUnique ? ids : [...before, ...ids]));
  }, [trailIds, isUnique]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page in front decides what to scroll to, once its branch is open.
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [marked?.id, open]);
  const toggle = (node: SessionMenuNode, siblings: readonly SessionMenuNode[]) =>
    setOpen((before) => {
      const after = new Set(before);
      if (after.delete(node.id)) return after;
      if (isUnique) for (const sibling of siblings) after.delete(sibling.id);
      return after.add(node.id);
    });
  return (
    <nav aria-label={label} className="side-menu" data-folded={isFolded ? "" : undefined}>
      <ul ref={list} onKeyDown={keys}>
        {isFolded
          ? listedEntries(nodes).map((node) => <FoldedEntry key={node.id} node={node} trail={trail} />)
          : listedEntries(nodes).map((node) => (
              <Branch
                key={node.id}
                {...{ node, open, toggle, marked, hasCaptions }}
                siblings={nodes}
                hasIcon={hasIcons}
                level={0}
              />
            ))}
      </ul>
    </nav>
  );
}

interface BranchProps {
  readonly node: SessionMenuNode;
  readonly siblings: readonly SessionMenuNode[];
  readonly open: ReadonlySet<number>;
  readonly toggle: (node: SessionMenuNode, siblings: readonly SessionMenuNode[]) => void;
  readonly marked: SessionMenuNode | undefined;
  readonly hasCaptions: boolean;
  readonly hasIcon: boolean;
  readonly level: number;
}

function Branch(props: BranchProps) {
  const { node, siblings, open, toggle, marked, hasCaptions, hasIcon, level } = props;
  const title = menuTitle(node, useLocale());
  const children = listedEntries(node.children);
  const below = children.map((child) => (
    <Branch
      key={child.id}
      {...props}
      node={child}
      siblings={children}
      hasIcon={false}
      level={hasCaptions ? level : level + 1}
      hasCaptions={false}
    />
  ));
  if (isPage(node) && children.length === 0)
    return (
      <li style={{ "--level": level } as React.CSSProperties}>
        <MenuLink node={node} isMarked={node.id === marked?.id}>
          {hasIcon ? <MenuIcon name={node.meta.icon} /> : null}
          <span className="ch-cut ch-grow">{title}</span>
          <InboxMark node={node} />
        </MenuLink>
      </li>
    );
  if (hasCaptions)
    return (
      <li>
        <p className="side-caption">{title}</p>
        <ul>{below.map((child) => child)}</ul>
      </li>
    );
  const isOpen = open.has(node.id);
  return (
    <li style={{ "--level": level } as React.CSSProperties}>
      <button type="button" aria-expanded={isOpen} onClick={() => toggle(node, siblings)}>
        {hasIcon ? <MenuIcon name={node.meta.icon} /> : null}
        <span className="ch-cut ch-grow">{title}</span>
        {isOpen ? null : <InboxMark node={node} />}
        <ChevronDown size={14} aria-hidden />
      </button>
      {isOpen ? <ul>{below}</ul> : null}
    </li>
  );
}

function FoldedEntry({ node, trail }: { readonly node: SessionMenuNode; readonly trail: readonly SessionMenuNode[] }) {
  const locale = useLocale();
  const navigate = useNavigate();
  const title = menuTitle(node, locale);
  const isMarked = trail[0]?.id === node.id;
  if (listedEntries(node.children).length === 0)
    return (
      <li>
        <MenuLink node={node} isMarked={isMarked} title={title}>
          <MenuIcon name={node.meta.icon} size={18} />
          <span className="ch-sr">{title}</span>
        </MenuLink>
      </li>
    );
  const actions = pagesOf(listedEntries(node.children))
    .filter((page) => !page.meta.isHide)
    .map((page) => ({
      key: String(page.id),
      label: menuTitle(page, locale),
      run: () => void navigate(page.path ?? "/"),
    }));
  return (
    <li>
      <MenuButton label={title} className={isMarked ? "folded-entry is-marked" : "folded-entry"} actions={actions}>
        <MenuIcon name={node.meta.icon} size={18} />
      </MenuButton>
    </li>
  );
}
