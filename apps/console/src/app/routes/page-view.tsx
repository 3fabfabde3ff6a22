import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import type { MenuNode } from "../../platform/session/session.ts";
import { errorMessages } from "../errors/errors.messages.ts";
import { LoadFailure } from "../errors/load-failure.tsx";
import { StatePage } from "../errors/state-page.tsx";
import { shellMessages } from "../shell/shell.messages.ts";
import { ExternalPage, FramePage } from "./link-page.tsx";
import { loadView, matchView } from "./views.ts";

const lazyViews = new Map<string, ComponentType>();

function lazyView(view: string): ComponentType {
  const known = lazyViews.get(view);
  if (known) return known;
  const made = lazy(() => loadView(view));
  lazyViews.set(view, made);
  return made;
}

/** What a menu entry's route shows: its view, a framed site, or the way to another one. */
export function PageView({ page }: { readonly page: MenuNode }) {
  const { isLink, isIframe } = page.meta;
  if (isLink && isIframe) return <FramePage address={isLink} page={page} />;
  if (isLink) return <ExternalPage address={isLink} />;
  return <ModuleView component={page.component ?? ""} />;
}

function ModuleView({ component }: { readonly component: string }) {
  const words = useWords(errorMessages);
  const [, setRound] = useState(0);
  const view = matchView(component);
  if (!view)
    return <StatePage title={words.noViewTitle} text={fill(words.noViewText, { component: component || "–" })} />;
  const View = lazyView(view);
  const again = () => {
    lazyViews.delete(view);
    setRound((round) => round + 1);
  };
  return (
    <PageBoundary onRetry={again}>
      <View />
    </PageBoundary>
  );
}

/** Keeps a page's failure and its waiting to that page. */
export function PageBoundary({ children, onRetry }: { readonly children: ReactNode; readonly onRetry?: () => void }) {
  const [round, setRound] = useState(0);
  const retry = () => {
    onRetry?.();
    setRound(round + 1);
  };
  return (
    <LoadFailure key={round} onRetry={retry}>
      <Suspense fallback={<PageLoading />}>{children}</Suspense>
    </LoadFailure>
  );
}

/** The outline of a page that is on its way, after a moment in which fast ones simply appear. */
export function PageLoading() {
  const words = useWords(shellMessages);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 120);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={words.loading}>
      <div className="progress" aria-hidden="true" />
      {isLate ? (
        <div className="skeleton" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      ) : null}
    </div>
  );
}
