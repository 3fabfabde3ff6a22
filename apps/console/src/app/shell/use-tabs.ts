import { useEffect, useMemo } from "react";
import { useNavigate } from "react-router";
import { titleIn, useLocale } from "../../platform/i18n/use-words.ts";
import { pageName } from "../../platform/pages/page-name.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { useSystemInfo } from "../../platform/session/system-info.ts";
import { useStore } from "../../platform/state/store.ts";
import { useSettings } from "../../platform/theme/settings.ts";
import { pagesOf } from "../menu/menu.ts";
import { rememberRecord } from "../palette/recent-records.ts";
import { onTabNavigation, tabStore } from "../tabs/tab-store.ts";
import { openTab, renameTab, type Tab, tabKey, withAffixes } from "../tabs/tabs.ts";
import type { ShellLocation } from "./shell-location.ts";

const titleOf = (page: SessionMenuNode): Tab["title"] => (page.meta.titles as Tab["title"] | null) ?? page.meta.title;

/** Opens a tab for the location and sets the window title. Answers the tab's key. */
export function useTabs(place: ShellLocation): string {
  const { page, pattern, address, pathname, title } = place;
  const isShared = useSettings((settings) => settings.isShareTagsView);
  const { sysTitle } = useSystemInfo();
  const locale = useLocale();
  const navigate = useNavigate();
  const key = page ? tabKey(pattern, pathname, isShared) : "";
  useEffect(() => onTabNavigation((to) => void navigate(to)), [navigate]);
  useEffect(() => {
    const affixes = pagesOf(place.menu).filter((one) => one.meta.isAffix && one.path && !one.path.includes(":"));
    tabStore.set((tabs) =>
      withAffixes(
        tabs,
        affixes.map((one) => tabOf(one, one.path ?? "", one.path ?? "")),
      ),
    );
  }, [place.menu]);
  useEffect(() => {
    if (!page) return tabStore.set((tabs) => ({ ...tabs, active: "" }));
    const named = new URLSearchParams(address.split("?")[1]?.split("#")[0]).get("tagsViewName");
    tabStore.set((tabs) => {
      const known = tabs.list.find((one) => one.key === key);
      // A title set by the page is kept while the tab shows the same record.
      const isSamePage = known?.address.split(/[?#]/)[0] === pathname;
      const opened = openTab(tabs, {
        ...tabOf(page, key, address),
        title: isSamePage && known ? known.title : titleOf(page),
      });
      return named ? renameTab(opened, key, named) : opened;
    });
  }, [page, key, address, pathname]);
  const own = useStore(pageName);
  useEffect(() => {
    if (own?.pathname !== pathname) return;
    tabStore.set((tabs) => renameTab(tabs, key, own.name));
    rememberRecord({ address: pathname, title: own.name });
  }, [own, key, pathname]);
  const tabTitle = useStore(tabStore, (tabs) => tabs.list.find((one) => one.key === key)?.title);
  const shown = titleIn(tabTitle, locale) || title;
  useEffect(() => {
    document.title = `${shown} - ${sysTitle}`;
  }, [shown, sysTitle]);
  return key;
}

const tabOf = (page: SessionMenuNode, key: string, address: string): Omit<Tab, "isPinned"> => ({
  key,
  address,
  title: titleOf(page),
  icon: page.meta.icon,
  isAffix: page.meta.isAffix,
  isKeepAlive: page.meta.isKeepAlive,
});

/** Keys of tabs whose pages stay mounted in the background. */
export function useKeptTabs(): ReadonlySet<string> {
  const list = useStore(tabStore, (tabs) => tabs.list);
  return useMemo(() => new Set(list.filter((tab) => tab.isKeepAlive).map((tab) => tab.key)), [list]);
}
