import { Button, Skeleton } from "antd";
import type { ReactNode } from "react";
import { CallError } from "../api/call-error.ts";
import { useWords } from "../i18n/use-words.ts";
import { pickersMessages } from "./pickers.messages.ts";

/** As much of an answer as is needed to show it, or why it is not there. */
interface Answer<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}

interface AnsweredProps<T> {
  /** What `useAnswer` gave. */
  readonly answer: Answer<T>;
  readonly children: (data: T) => ReactNode;
}

/** Shows an answer once it is there. One that was read stays when reading it again fails. */
export function Answered<T>({ answer: { data, error, refetch }, children }: AnsweredProps<T>) {
  if (data !== undefined) return children(data);
  return <NoAnswer error={error} onRetry={() => void refetch()} />;
}

interface NoAnswerProps {
  /** Why it did not come; nothing while it is on its way. */
  readonly error: Error | null;
  onRetry(): void;
}

/**
 * Stands in for what is being read: bones while it is on its way, and the reason with a way to ask again where it failed.
 * What the server refused did not fail: its sentence says what is missing and what to do.
 */
export function NoAnswer({ error, onRetry }: NoAnswerProps) {
  const words = useWords(pickersMessages);
  if (!error) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  const isRefused = error instanceof CallError && error.failure === "refused" && error.status < 500;
  return (
    <div role="alert" className="ch-picker-failed">
      {!isRefused && <p>{words.loadFailed}</p>}
      <p>{error.message}</p>
      <Button onClick={onRetry}>{words.retry}</Button>
    </div>
  );
}
