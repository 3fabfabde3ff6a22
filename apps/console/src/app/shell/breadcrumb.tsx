import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { Link } from "react-router";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { useSettings } from "../../platform/theme/settings.ts";
import { homePath } from "../guard.ts";
import { isPage, menuTitle, targetOf } from "../menu/menu.ts";
import { shellMessages } from "./shell.messages.ts";
import type { ShellLocation } from "./shell-location.ts";

/** Path to the page in the menu. The home page is shown without its section. */
export function Breadcrumb({ place }: { readonly place: ShellLocation }) {
  const words = useWords(shellMessages);
  const locale = useLocale();
  const hasIcons = useSettings((settings) => settings.isBreadcrumbIcon);
  const above = place.pathname === homePath ? [] : place.trail.filter((node) => node.path !== place.page?.path);
  return (
    <nav aria-label={words.breadcrumb} className="crumb">
      <ol>
        {above.map((node) => (
          <li key={node.id}>
            {hasIcons ? <MenuIcon name={node.meta.icon} size={14} /> : null}
            {leadsSomewhere(node) ? (
              <Link to={targetOf(node) ?? "/"}>{menuTitle(node, locale)}</Link>
            ) : (
              menuTitle(node, locale)
            )}
          </li>
        ))}
        <li aria-current="page">
          {hasIcons && place.page ? <MenuIcon name={place.page.meta.icon} size={14} /> : null}
          <span className="ch-cut">{place.title}</span>
        </li>
      </ol>
    </nav>
  );
}

/** A plain directory has no page to link to. */
const leadsSomewhere = (node: SessionMenuNode): boolean => Boolean(node.redirect) || isPage(node);
