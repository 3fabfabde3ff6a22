import { useSearchParams } from "react-router";
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
  readonly tabs: readonly { readonly key: Key; readonly title: string; readonly count?: number }[];
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
