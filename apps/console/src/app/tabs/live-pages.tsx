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

/** Pages kept alive at once; the one used least recently gives way. */
export const mostLivePages = 12;

/** A page with the address it was last shown at. */
export interface LivePage {
  readonly tab: string;
  /** Differs when the tab shows another record: that is another page. */
  readonly path: string;
  readonly element: ReactElement | null;
  readonly location: ContextType<typeof LocationContext>;
}

/**
 * Adds or renews the shown page; drops those whose tab is closed, and the least recently used beyond the limit. A page
 * in which something was typed is not dropped.
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
  /** Tabs whose pages stay alive in the background. */
  readonly open: ReadonlySet<string>;
  readonly footer: ReactNode;
}

/**
 * Shows the page of the active tab and keeps the others, hidden, as they were. A hidden page keeps the address it was
 * left at: it must not read the query of the page now in front.
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

/** A page's own scroller. A hidden one forgets where it stood in some browsers, so the place is kept and restored. */
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
