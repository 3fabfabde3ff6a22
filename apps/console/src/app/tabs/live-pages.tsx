import {
  Activity,
  type ContextType,
  type ReactElement,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { UNSAFE_LocationContext as LocationContext, useOutlet } from "react-router";
import { hasUnsavedChanges, noteShownTab, PageTab, StaysAlive } from "../../platform/pages/unsaved-forms.ts";
import { useStore } from "../../platform/state/store.ts";
import { PageBoundary } from "../routes/page-view.tsx";
import { tabRounds } from "./tab-store.ts";

/** Maximum number of mounted pages; the least recently used is unmounted. */
export const mostLivePages = 12;

/** A page with its last address. */
export interface LivePage {
  readonly tab: string;
  /** Differs for another record in the tab, which is another page. */
  readonly path: string;
  readonly element: ReactElement | null;
  readonly location: ContextType<typeof LocationContext>;
}

/**
 * Adds or refreshes the current page; removes those of closed tabs and the least recently used above the limit. A page
 * with unsaved changes is never removed.
 */
export function keepPages(
  pages: readonly LivePage[],
  shown: LivePage,
  open: ReadonlySet<string>,
  holds: (tab: string) => boolean = hasUnsavedChanges,
): readonly LivePage[] {
  const last = pages.at(-1);
  const others = pages.filter((page) => page.tab !== shown.tab && open.has(page.tab));
  const isUnchanged =
    last?.tab === shown.tab &&
    last.path === shown.path &&
    last.element === shown.element &&
    last.location === shown.location &&
    others.length === pages.length - 1;
  if (isUnchanged) return pages;
  const surplus = others.length + 1 - mostLivePages;
  const dropped = new Set(surplus > 0 ? others.filter(({ tab }) => !holds(tab)).slice(0, surplus) : []);
  return [...others.filter((page) => !dropped.has(page)), shown];
}

interface Props {
  readonly tab: string;
  readonly path: string;
  /** Tabs whose pages stay mounted in the background. */
  readonly open: ReadonlySet<string>;
  readonly footer: ReactNode;
}

/**
 * Shows the active tab's page and keeps the others mounted but hidden. A hidden page keeps its last address: it must
 * not read the current page's query.
 */
export function LivePages({ tab, path, open, footer }: Props) {
  const element = useOutlet();
  const location = useContext(LocationContext);
  const rounds = useStore(tabRounds);
  const [pages, setPages] = useState<readonly LivePage[]>([]);
  const kept = keepPages(pages, { tab, path, element, location }, open);
  if (kept !== pages) setPages(kept);
  useLayoutEffect(() => noteShownTab(tab), [tab]);
  const inOrder = [...kept].sort((a, b) => (a.tab < b.tab ? -1 : 1));
  return inOrder.map((page) => (
    <Activity key={`${page.tab} ${page.path} ${rounds[page.tab] ?? 0}`} mode={page.tab === tab ? "visible" : "hidden"}>
      <LocationContext.Provider value={page.location}>
        <PageTab.Provider value={page.tab}>
          <StaysAlive.Provider value={open.has(page.tab)}>
            <Pane>
              <PageBoundary>{page.element}</PageBoundary>
              {footer}
            </Pane>
          </StaysAlive.Provider>
        </PageTab.Provider>
      </LocationContext.Provider>
    </Activity>
  ));
}

/** Scroll container of a page. Some browsers reset it while hidden, so the position is saved and restored. */
function Pane({ children }: { readonly children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null);
  const place = useRef(0);
  useLayoutEffect(() => {
    const scroller = pane.current;
    if (!scroller) return;
    scroller.scrollTop = place.current;
    const note = () => {
      place.current = scroller.scrollTop;
    };
    scroller.addEventListener("scroll", note, { passive: true });
    return () => scroller.removeEventListener("scroll", note);
  }, []);
  return (
    <div className="pane" ref={pane} data-pane="">
      {children}
    </div>
  );
}
