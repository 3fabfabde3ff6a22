import { fill } from "@countinghouse/contract/kit/locale.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { type ReactNode, useEffect, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { FormsElsewhere } from "../../platform/pages/forms-elsewhere.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { errorMessages } from "../errors/errors.messages.ts";
import { LoadFailure } from "../errors/load-failure.tsx";
import { StatePage } from "../errors/state-page.tsx";
import { shellMessages } from "../shell/shell.messages.ts";
import { findForms } from "./forms.ts";
import { ExternalPage, FramePage } from "./link-page.tsx";
import { loadView, matchView, views } from "./views.ts";

const pageViews = new Map([...views.keys()].map((view) => [view, lazyPart(() => loadView(view), PageLoading)]));

/** Content of a menu entry's route: its view, a framed site, or a link to one. */
export function PageView({ page }: { readonly page: SessionMenuNode }) {
  const { isLink, isIframe } = page.meta;
  if (isLink && isIframe) return <FramePage address={isLink} page={page} />;
  if (isLink) return <ExternalPage address={isLink} />;
  return <ModuleView component={page.component ?? ""} />;
}

function ModuleView({ component }: { readonly component: string }) {
  const words = useWords(errorMessages);
  const View = pageViews.get(matchView(component) ?? "");
  if (!View)
    return <StatePage title={words.noViewTitle} text={fill(words.noViewText, { component: component || "–" })} />;
  return (
    <PageBoundary>
      <FormsElsewhere value={findForms}>
        <View />
      </FormsElsewhere>
    </PageBoundary>
  );
}

/** Error boundary of a page; retrying mounts the page again. */
export function PageBoundary({ children }: { readonly children: ReactNode }) {
  const [round, setRound] = useState(0);
  return (
    <LoadFailure key={round} onRetry={() => setRound(round + 1)}>
      {children}
    </LoadFailure>
  );
}

/** Skeleton of a loading page, shown after a delay so that fast pages do not flicker. */
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
