import { Modal } from "antd";
import type { ReactNode } from "react";
import { NoAnswer } from "./answered.tsx";

/** As much of an answer as a form has to wait for. */
interface Awaited {
  readonly data: unknown;
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}

interface LoadedFormProps {
  readonly answers: readonly Awaited[];
  onClose(): void;
  /** The form, once everything is there: it starts from what was read and does not change under the writer. */
  readonly children: () => ReactNode;
}

/** Shows a form once what it starts from has been read. */
export function LoadedForm({ answers, onClose, children }: LoadedFormProps) {
  if (answers.every(({ data }) => data !== undefined)) return children();
  const failed = answers.find(({ error }) => error);
  return (
    <Modal open centered width={640} footer={null} onCancel={onClose}>
      <NoAnswer
        error={failed?.error ?? null}
        onRetry={() => void Promise.all(answers.map((answer) => answer.refetch()))}
      />
    </Modal>
  );
}
