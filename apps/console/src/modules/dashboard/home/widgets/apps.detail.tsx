import { sysUserMenu } from "@countinghouse/contract/dashboard/user-menu/user-menu.ts";
import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { useState } from "react";
import { Link } from "react-router";
import { titleIn, useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { useUser } from "../../../../platform/session/session.ts";
import { useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";
import { AppsAdd } from "./apps.form.tsx";

/** The reader's own shortcuts to pages. */
export function AppsWidget() {
  const words = useWords(widgetMessages).apps;
  const locale = useLocale();
  const { id: userId } = useUser();
  const shortcuts = useWidgetAnswer(sysUserMenu, "userMenuList", { userId });
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <WidgetCard
      tools={
        <button type="button" className="ch-btn ch-btn-text" onClick={() => setIsChoosing(true)}>
          {words.choose}
        </button>
      }
    >
      {shortcuts.length === 0 ? (
        <p className="home-empty">{words.empty}</p>
      ) : (
        <ul className="home-apps">
          {shortcuts.map(({ id, path, meta }) => (
            <li key={id}>
              <Link to={path ?? "/"}>
                <span className="home-app-icon">
                  <MenuIcon name={meta.icon} size={18} />
                </span>
                <span>{titleIn(meta.titles ?? meta.title, locale) || meta.title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isChoosing && <AppsAdd chosen={shortcuts.map(({ id }) => id)} onClose={() => setIsChoosing(false)} />}
    </WidgetCard>
  );
}
