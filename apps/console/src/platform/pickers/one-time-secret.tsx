import { copyText } from "@countinghouse/ui/cells/copy-text.ts";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { Button, Modal } from "antd";
import { useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { pickersMessages } from "./pickers.messages.ts";
import "./pickers.css";

interface OneTimeSecretProps {
  readonly title: string;
  /** What it is for and what becomes of it. */
  readonly text: string;
  readonly values: readonly string[];
  /** The secret is dropped by whoever holds it; it cannot be shown again. */
  onClose(): void;
}

/** Shows a secret the one time there is: copied by a button, closed only on purpose. */
export function OneTimeSecret({ title, text, values, onClose }: OneTimeSecretProps) {
  const words = useWords(pickersMessages);
  const uiWords = useUiWords();
  const [isCopied, setCopied] = useState<boolean>();
  return (
    <Modal
      open
      centered
      title={title}
      width={480}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={async () => setCopied(await copyText(values.join("\n")))}>{words.copy}</Button>
          <Button type="primary" onClick={onClose}>
            {words.saved}
          </Button>
        </>
      }
    >
      <div className="ch-secret-box">
        <p>{text}</p>
        <ul className="ch-secret-values" aria-label={words.shownOnce}>
          {values.map((value) => (
            <li key={value}>{value}</li>
          ))}
        </ul>
        <p role="status">{isCopied === undefined ? words.shownOnce : isCopied ? uiWords.copied : uiWords.copyFailed}</p>
      </div>
    </Modal>
  );
}
