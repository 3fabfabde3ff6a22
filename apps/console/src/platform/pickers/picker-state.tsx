import { Button, Skeleton } from "antd";
import type { ReactNode } from "react";
import { useWords } from "../i18n/use-words.ts";
import { pickersMessages } from "./pickers.messages.ts";

interface PickerStateProps {
  readonly isLoading: boolean;
  readonly error: Error | null;
  onRetry(): void;
  readonly children: ReactNode;
}

/** Stands in for a picker whose choices are on their way, or did not come. */
export function PickerState({ isLoading, error, onRetry, children }: PickerStateProps) {
  const words = useWords(pickersMessages);
  if (isLoading) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  if (!error) return children;
  return (
    <div role="alert" className="ch-picker-failed">
      <p>{words.loadFailed}</p>
      <p>{error.message}</p>
      <Button onClick={onRetry}>{words.retry}</Button>
    </div>
  );
}
