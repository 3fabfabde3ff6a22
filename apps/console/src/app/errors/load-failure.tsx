import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { CallError } from "../../platform/api/call-error.ts";
import { wordsNow } from "../../platform/i18n/use-words.ts";
import { OverlayEnds } from "../loading-overlay.tsx";
import { errorMessages } from "./errors.messages.ts";
import { StatePage } from "./state-page.tsx";

interface Props {
  readonly children: ReactNode;
  /** Retries the failed part; without it, "try again" reloads the document. */
  readonly onRetry?: () => void;
}

/** Whether a chunk could not be loaded, as opposed to an error in its code. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message);

/**
 * Error boundary that reports failures below it and offers to retry. A class, because only classes can be error
 * boundaries.
 */
export class LoadFailure extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("unknown") };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  retry = () => {
    if (!this.props.onRetry) return window.location.reload();
    this.setState({ error: undefined });
    this.props.onRetry();
  };

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <FailurePage error={error} onRetry={this.retry} />;
  }
}

function FailurePage({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const words = wordsNow(errorMessages);
  const isChunk = isChunkFailure(error);
  const requestId = error instanceof CallError ? error.requestId : "";
  return (
    <StatePage title={isChunk ? words.loadTitle : words.pageTitle} text={isChunk ? words.loadText : words.pageText}>
      <div className="state-actions">
        <button type="button" className="ch-btn ch-btn-primary" onClick={onRetry}>
          {words.retry}
        </button>
        {isChunk ? (
          // Some browsers cache a failed module, and a new release no longer has the old chunks.
          <button type="button" className="ch-btn" onClick={() => window.location.reload()}>
            {words.reload}
          </button>
        ) : null}
      </div>
      <details className="state-detail">
        <summary>{words.technical}</summary>
        <pre>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</pre>
        {requestId ? <p>{fill(words.quote, { requestId })}</p> : null}
      </details>
      <OverlayEnds />
    </StatePage>
  );
}
