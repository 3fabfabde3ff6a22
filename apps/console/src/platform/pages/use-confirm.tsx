import { Modal } from "antd";
import { type ReactNode, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { pagesMessages } from "./pages.messages.ts";

/** A question with one way to go on and one way back. */
export interface ConfirmQuestion {
  readonly title: string;
  readonly text?: ReactNode;
  /** The label of going on. */
  readonly confirm: string;
  /** The label of going back; “Cancel” unless told. */
  readonly stay?: string;
  readonly isDangerous?: boolean;
}

interface OpenQuestion extends ConfirmQuestion {
  answer(isConfirmed: boolean): void;
}

/** Asks before something is done: `await ask({…})`. The dialog has to be rendered by the one who asks. */
export function useConfirm(): {
  readonly ask: (question: ConfirmQuestion) => Promise<boolean>;
  readonly dialog: ReactNode;
} {
  const words = useWords(pagesMessages);
  const [asked, setAsked] = useState<OpenQuestion>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (question: ConfirmQuestion) =>
    new Promise<boolean>((resolve) => {
      setAsked({ ...question, answer: resolve });
      setIsOpen(true);
    });
  const answer = (isConfirmed: boolean) => {
    setIsOpen(false);
    asked?.answer(isConfirmed);
  };
  const dialog = asked && (
    <Modal
      open={isOpen}
      width={480}
      centered
      title={asked.title}
      okText={asked.confirm}
      cancelText={asked.stay ?? words.cancel}
      okButtonProps={{ danger: asked.isDangerous ?? false }}
      onOk={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {asked.text}
    </Modal>
  );
  return { ask, dialog };
}
