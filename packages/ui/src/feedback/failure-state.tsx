import { Button } from "antd";
import { Copyable } from "../cells/copyable.tsx";
import { fillWords, useUiWords } from "../layout/ui-words.ts";
import { EmptyState } from "./empty-state.tsx";

/** Why something could not be shown, and how to try again. */
export interface LoadProblem {
  /** A finished sentence. */
  readonly message: string;
  /** To be quoted when reporting. */
  readonly requestId?: string | undefined;
  retry?(): void;
}

/** The id of a failed request, copied by a click. */
export function RequestId({ id }: { id: string }) {
  const words = useUiWords();
  return (
    <Copyable value={id} className="ch-request-id">
      {fillWords(words.requestId, { id })}
    </Copyable>
  );
}

/** Shown in place of content that could not be loaded. */
export function FailureState({ failure }: { failure: LoadProblem }) {
  const words = useUiWords();
  const { message, requestId, retry } = failure;
  return (
    <div role="alert">
      <EmptyState
        picture="broken"
        title={words.errorTitle}
        hint={message}
        action={
          <>
            {retry && <Button onClick={retry}>{words.retry}</Button>}
            {requestId && <RequestId id={requestId} />}
          </>
        }
      />
    </div>
  );
}

/** Shown above outdated content when an update could not be loaded. */
export function FailureBar({ failure }: { failure: LoadProblem }) {
  const words = useUiWords();
  const { message, requestId, retry } = failure;
  return (
    <div className="ch-failure-bar" role="alert">
      <span className="ch-grow">{message}</span>
      {requestId && <RequestId id={requestId} />}
      {retry && (
        <button type="button" className="ch-btn-link" onClick={retry}>
          {words.retry}
        </button>
      )}
    </div>
  );
}

/** Shown to a reader without the permission. */
export function ForbiddenState() {
  const words = useUiWords();
  return <EmptyState picture="lock" title={words.forbiddenTitle} hint={words.forbiddenHint} />;
}
