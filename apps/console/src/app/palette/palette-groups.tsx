import { fill, locales } from "@countinghouse/contract/kit/locale.ts";
import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Globe, History, LayoutPanelLeft, Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useMay } from "../../platform/access/allowed.tsx";
import { languageNames } from "../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { useStore } from "../../platform/state/store.ts";
import { changeSettings, layouts } from "../../platform/theme/settings.ts";
import { isExternal, menuTitle, pagesOf, trailOf } from "../menu/menu.ts";
import { hiddenPageNeeds, hiddenPages } from "../routes/hidden-pages.ts";
import { safeAddress } from "../routes/link-page.tsx";
import { isDrawerOpen } from "../settings/drawer-store.ts";
import { settingsMessages } from "../settings/settings.messages.ts";
import { shellMessages } from "../shell/shell.messages.ts";
import { useAccountActions } from "../shell/user-menu.tsx";
import { paletteMessages } from "./palette.messages.ts";
import { fitOf, type PaletteItem, paletteProviders } from "./palette-store.ts";
import { recentRecords } from "./recent-records.ts";

/** A group of results. */
export interface PaletteGroup {
  readonly id: string;
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

const mostPerGroup = 8;
/** Debounce of record searches in milliseconds. */
const quiet = 180;

/** Results for a typed text by group: pages, actions, then registered providers. */
export function usePaletteGroups(text: string, menu: readonly SessionMenuNode[]): readonly PaletteGroup[] {
  const words = useWords(paletteMessages);
  const pages = usePageItems(menu);
  const actions = useActionItems();
  const records = useProviderGroups(text);
  return useMemo(() => {
    const own = [
      { id: "pages", title: words.pages, items: best(pages, text) },
      { id: "actions", title: words.actions, items: best(actions, text) },
    ];
    const lately = { id: "recent", title: words.recent, items: best(recentItems(), text) };
    return [lately, ...own, ...records].filter((group) => group.items.length > 0);
  }, [words, pages, actions, records, text]);
}

function best(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  return items
    .map((item) => ({
      item,
      fit: Math.max(fitOf(item.title, text), fitOf(`${item.detail ?? ""} ${item.title}`, text) - 30),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, mostPerGroup)
    .map(({ item }) => item);
}

const recentItems = (): readonly PaletteItem[] =>
  recentRecords().map(({ address, title }) => ({
    key: `recent-${address}`,
    title,
    icon: <History size={16} aria-hidden />,
    address,
    run: (navigate) => navigate(address),
  }));

function usePageItems(menu: readonly SessionMenuNode[]): readonly PaletteItem[] {
  const locale = useLocale();
  const may = useMay();
  const hidden = hiddenPages.filter(({ path }) => {
    const need = hiddenPageNeeds[path ?? ""];
    return need !== undefined && may(need);
  });
  const listed = hidden.map(({ path }) => path).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hidden pages are the same while their addresses are.
  return useMemo(
    () =>
      [...pagesOf(menu).filter((page) => !page.meta.isHide && !page.path?.includes(":")), ...hidden].map((page) => ({
        key: `page-${page.path}`,
        title: menuTitle(page, locale),
        detail: trailOf(menu, page.path ?? "")
          .slice(0, -1)
          .map((node) => menuTitle(node, locale))
          .join(" / "),
        icon: <MenuIcon name={page.meta.icon} />,
        run: (navigate) =>
          isExternal(page)
            ? window.open(safeAddress(page.meta.isLink ?? ""), "_blank", "noreferrer")
            : navigate(page.path ?? "/"),
      })),
    [menu, locale, listed],
  );
}

function useActionItems(): readonly PaletteItem[] {
  const words = useWords(paletteMessages);
  const names = useWords(settingsMessages);
  const shell = useWords(shellMessages);
  const account = useAccountActions();
  const theme = (key: "light" | "dark" | "system", Icon: typeof Sun): PaletteItem => ({
    key,
    title: words[key],
    icon: <Icon size={16} aria-hidden />,
    run: () => changeSettings({ mode: key }),
  });
  return [
    ...account.map((action) => ({ key: action.key, title: action.label, icon: action.icon, run: action.run })),
    {
      key: "settings",
      title: shell.settings,
      icon: <LayoutPanelLeft size={16} aria-hidden />,
      run: () => isDrawerOpen.set(true),
    },
    theme("light", Sun),
    theme("dark", Moon),
    theme("system", Monitor),
    ...locales.map((locale) => ({
      key: `language-${locale}`,
      title: fill(words.language, { name: languageNames[locale] }),
      icon: <Globe size={16} aria-hidden />,
      run: () => changeSettings({ language: locale }),
    })),
    ...layouts.map((layout) => ({
      key: `layout-${layout}`,
      title: fill(words.layout, { name: names.layouts[layout] }),
      icon: <LayoutPanelLeft size={16} aria-hidden />,
      run: () => changeSettings({ layout }),
    })),
  ];
}

function useProviderGroups(text: string): readonly PaletteGroup[] {
  const locale = useLocale();
  const timeZone = useTimeZone();
  const providers = useStore(paletteProviders);
  const [groups, setGroups] = useState<readonly PaletteGroup[]>([]);
  useEffect(() => {
    setGroups([]);
    const typed = text.trim();
    if (typed === "") return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      for (const provider of providers) {
        provider
          .search(typed, { locale, timeZone, signal: stop.signal })
          .then((items) => {
            if (stop.signal.aborted) return;
            setGroups((known) => [...known, { id: provider.id, title: provider.title(locale), items }]);
          })
          // A failing provider does not affect the others.
          .catch(() => undefined);
      }
    }, quiet);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, providers, locale, timeZone]);
  return groups;
}
