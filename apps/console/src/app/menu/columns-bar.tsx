import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { Keyboard } from "lucide-react";
import { useRef } from "react";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { useSettings } from "../../platform/theme/settings.ts";
import { isSheetOpen } from "../shell/sheet-store.ts";
import { shellMessages } from "../shell/shell.messages.ts";
import { SiteLogo } from "../site-logo.tsx";
import { InboxMark } from "./inbox-count.tsx";
import { listedEntries, menuTitle } from "./menu.ts";
import { MenuLink } from "./menu-link.tsx";
import { useRoving } from "./use-roving.ts";

interface Props {
  readonly menu: readonly SessionMenuNode[];
  readonly section: SessionMenuNode | undefined;
  /** Shows a section's entries on hover, whatever the setting, because they are shown nowhere else. */
  readonly hasPreview: boolean;
  /** Shows a section's entries without navigating. */
  readonly onPreview: (section: SessionMenuNode) => void;
}

/** Narrow column of first-level entries. */
export function ColumnsBar({ menu, section, hasPreview, onPreview }: Props) {
  const words = useWords(shellMessages);
  const locale = useLocale();
  const { isShowLogo, columnsAsideStyle, columnsAsideLayout, isColumnsMenuHoverPreload } = useSettings();
  const list = useRef<HTMLUListElement>(null);
  const keys = useRoving(list);
  return (
    <nav className="col" aria-label={words.mainMenu} data-style={columnsAsideStyle} data-items={columnsAsideLayout}>
      <div className="col-logo">{isShowLogo ? <SiteLogo /> : null}</div>
      <ul ref={list} onKeyDown={keys}>
        {listedEntries(menu).map((node) => (
          <li key={node.id}>
            <MenuLink
              node={node}
              isMarked={node.id === section?.id}
              title={menuTitle(node, locale)}
              {...(isColumnsMenuHoverPreload || hasPreview ? { onHover: () => onPreview(node) } : {})}
            >
              <MenuIcon name={node.meta.icon} size={20} />
              <span>{softHyphens(menuTitle(node, locale))}</span>
              <InboxMark node={node} />
            </MenuLink>
          </li>
        ))}
      </ul>
      <button type="button" className="col-end" onClick={() => isSheetOpen.set(true)} title={words.shortcuts}>
        <Keyboard size={20} strokeWidth={1.75} aria-hidden />
        <span className="ch-sr">{words.shortcuts}</span>
      </button>
    </nav>
  );
}

/** Adds soft hyphens to long words: the column fits about eleven letters. */
export const softHyphens = (title: string): string =>
  title.replace(/\b([a-z]{5,})(tions?|ments?|ances?|ences?|ships?|ings?|ers)\b/gi, "$1\u00AD$2");
