import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { SentForApproval } from "@countinghouse/contract/platform/second-person.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { type FormEvent, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { useStore } from "../../platform/state/store.ts";
import { Dialog } from "../shell/dialog.tsx";
import "./second-person.css";
import { secondPersonMessages } from "./second-person.messages.ts";
import { endStep, secondPersonStep } from "./second-person.ts";

/** The server's limit in characters. */
const reasonMax = 500;

/** Asks for the reason of a change that needs a second person, and afterwards says where it waits. */
export function SecondPersonDialog({ onOpen }: { onOpen(path: string): void }) {
  const step = useStore(secondPersonStep);
  if (!step) return null;
  if (step.kind === "reason") return <ReasonDialog key={step.round} settle={step.settle} />;
  return <SentDialog request={step.request} onOpen={onOpen} />;
}

function ReasonDialog({ settle }: { readonly settle: (reason: string | undefined) => void }) {
  const words = useWords(secondPersonMessages);
  const [reason, setReason] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== "") settle(reason.trim());
  };
  return (
    <Dialog title={words.reasonTitle} onClose={() => settle(undefined)} isStrict>
      <form onSubmit={send}>
        <p className="dialog-text">{words.reasonText}</p>
        <Field label={words.reason}>
          {({ id }) => (
            <textarea
              id={id}
              className="reason-text"
              rows={3}
              maxLength={reasonMax}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              autoFocus
              required
            />
          )}
        </Field>
        <footer>
          <button type="button" className="ch-btn" onClick={() => settle(undefined)}>
            {words.cancel}
          </button>
          <button type="submit" className="ch-btn ch-btn-primary">
            {words.send}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

interface SentProps {
  readonly request: SentForApproval;
  onOpen(path: string): void;
}

function SentDialog({ request, onOpen }: SentProps) {
  const words = useWords(secondPersonMessages);
  const time = formatInstant(request.expireTime, useTimeZone()).slice(0, 16);
  const open = () => {
    endStep();
    onOpen(`/system/changes?open=${request.changeRequestId}`);
  };
  return (
    <Dialog title={words.sentTitle} onClose={endStep}>
      <p className="dialog-text">{fill(words.sentText, { changeNo: request.changeNo, time })}</p>
      <footer>
        <button type="button" className="ch-btn" onClick={endStep}>
          {words.close}
        </button>
        <button type="button" className="ch-btn ch-btn-primary" onClick={open}>
          {words.open}
        </button>
      </footer>
    </Dialog>
  );
}
