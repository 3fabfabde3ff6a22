import { fill } from "@countinghouse/contract/kit/locale.ts";
import { RequestId } from "@countinghouse/ui/feedback/failure-state.tsx";
import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { Component, createContext, type ReactNode, Suspense, useContext, useId } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { homeMessages } from "./home.messages.ts";

/** Title of the widget that is being drawn. */
const TitleContext = createContext("");

interface CardProps {
  /** Said small beside the title. */
  readonly hint?: ReactNode;
  /** Buttons and links at the right of the head. */
  readonly tools?: ReactNode;
  /** Leaves the head out of sight, where the content says itself what it is. */
  readonly isHeadless?: boolean;
  readonly children: ReactNode;
}

/** The frame every widget draws itself in: its title, its tools, its content. */
export function WidgetCard({ hint, tools, isHeadless = false, children }: CardProps) {
  const title = useContext(TitleContext);
  const id = useId();
  return (
    <section className="ch-card home-card" aria-labelledby={id}>
      <header className={isHeadless ? "ch-sr" : "home-card-head"}>
        <h2 id={id}>{title}</h2>
        {hint && <span className="home-hint ch-cut">{hint}</span>}
        <span className="ch-grow" />
        {tools}
      </header>
      {children}
    </section>
  );
}

/** Draws a widget. While it waits it shows bones; what it throws stays inside its frame, with a way to try again. */
export function WidgetFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <TitleContext.Provider value={title}>
      <QueryErrorResetBoundary>
        {({ reset }) => (
          <WidgetBoundary onRetry={reset}>
            <Suspense fallback={<WidgetBones />}>{children}</Suspense>
          </WidgetBoundary>
        )}
      </QueryErrorResetBoundary>
    </TitleContext.Provider>
  );
}

/** Stands in for a widget that is on its way. */
export function WidgetBones() {
  const words = useWords(homeMessages);
  const name = useContext(TitleContext);
  return (
    <WidgetCard>
      <div className="home-bones" role="status" aria-label={fill(words.loading, { name })}>
        <i />
        <i />
        <i />
      </div>
    </WidgetCard>
  );
}

interface BoundaryProps {
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** A class, because only classes can catch what their children throw. */
class WidgetBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("unknown") };
  }

  retry = (): void => {
    this.props.onRetry();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <WidgetFailure error={error} onRetry={this.retry} />;
  }
}

function WidgetFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const words = useWords(homeMessages);
  const name = useContext(TitleContext);
  const isAnswer = error instanceof CallError;
  return (
    <WidgetCard>
      <div className="home-failure" role="alert">
        <p>{isAnswer ? error.message : fill(words.failed, { name })}</p>
        <button type="button" className="ch-btn" onClick={onRetry}>
          {words.retry}
        </button>
        {isAnswer && error.requestId && <RequestId id={error.requestId} />}
        {!isAnswer && (
          <details>
            <summary>{words.technical}</summary>
            <pre>{String(error)}</pre>
          </details>
        )}
      </div>
    </WidgetCard>
  );
}
