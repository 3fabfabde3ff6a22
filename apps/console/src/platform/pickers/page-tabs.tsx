import type { ComponentType, ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useMay } from "../access/allowed.tsx";
import "../pages/pages.css";
import "./pickers.css";

/** Which tab of a page is open; the first one needs no name in the address. */
export interface PageTab<Key extends string> {
  readonly open: Key;
  choose(key: Key): void;
}

/** Holds the open tab in the address. Each tab starts with an address of its own. */
export function usePageTab<const Key extends string>(keys: readonly [Key, ...Key[]]): PageTab<Key> {
  const [query, setQuery] = useSearchParams();
  const open = keys.find((key) => key === query.get("tab")) ?? keys[0];
  return { open, choose: (key) => setQuery(key === keys[0] ? {} : { tab: key }) };
}

interface PageTabsProps<Key extends string> {
  readonly label: string;
  readonly tab: PageTab<Key>;
  readonly tabs: readonly { readonly key: Key; readonly title: string; readonly count?: number | undefined }[];
}

/** Tabs under a page's title. */
export const PageTabs = <Key extends string>({ label, tab, tabs }: PageTabsProps<Key>) => (
  <nav className="ch-page-tabs" aria-label={label}>
    {tabs.map(({ key, title, count }) => (
      <button
        key={key}
        type="button"
        aria-current={key === tab.open ? "page" : undefined}
        onClick={() => tab.choose(key)}
      >
        {title}
        {count ? <span>{count}</span> : null}
      </button>
    ))}
  </nav>
);

/** One tab of a page: a list, with the tabs above its filters, or anything else below the page's head. */
export interface TabOfPage {
  readonly key: string;
  readonly title: string;
  /** The permission without which there is no such tab. */
  readonly need?: string;
  readonly count?: number | undefined;
  readonly list?: ComponentType<{ readonly above: ReactNode }>;
  readonly part?: ComponentType;
}

interface TabbedPageProps {
  readonly title: string;
  /** Declared or remembered outside, but for their words. */
  readonly tabs: readonly [TabOfPage, ...TabOfPage[]];
}

/** A page of several tabs, the open one in its address. A reader to whom one is left sees it without tabs. */
export function TabbedPage({ title, tabs }: TabbedPageProps) {
  const may = useMay();
  const shown = tabs.filter(({ need }) => need === undefined || may(need));
  const [first = tabs[0], ...others] = shown;
  const tab = usePageTab([first.key, ...others.map(({ key }) => key)]);
  const above = others.length > 0 && <PageTabs label={title} tab={tab} tabs={shown} />;
  const { list: List, part: Part } = shown.find(({ key }) => key === tab.open) ?? first;
  if (List) return <List above={above} />;
  return (
    <div className="ch-page">
      <header className="ch-page-head">
        <h1>{title}</h1>
      </header>
      {above}
      {Part && <Part />}
    </div>
  );
}
