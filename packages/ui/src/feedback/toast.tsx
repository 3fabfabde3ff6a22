import { CircleCheck, CircleX, Info, X } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useUiWords } from "../layout/ui-words.ts";
import { RequestId } from "./failure-state.tsx";
import "./feedback.css";

/** Kind of a message: errors stay until they are closed. */
export type ToastKind = "success" | "info" | "error";

interface Message {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly requestId?: string | undefined;
}

/** Maximum number of messages; an older one that would expire by itself is removed first. */
const shownAtOnce = 3;
/** How long a message stays, in ms. */
const stay = 4_000;

let messages: readonly Message[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: readonly Message[]): void {
  messages = next;
  for (const listener of [...listeners]) listener();
}

function show(kind: ToastKind, text: string, requestId?: string): void {
  // A repeated sentence is the same message: a failing poll must not stack up.
  const others = messages.filter((message) => message.text !== text || message.kind !== kind);
  const all = [...others, { id: nextId++, kind, text, requestId }];
  const leaving = all.length > shownAtOnce ? (all.find((message) => message.kind !== "error") ?? all[0]) : undefined;
  publish(all.filter((message) => message !== leaving));
}

/** Shows a message in the corner; never the only place an error appears. */
export const toast = {
  success: (text: string): void => show("success", text),
  info: (text: string): void => show("info", text),
  /** Stays until closed. */
  error: (text: string, requestId?: string): void => show("error", text, requestId || undefined),
  clear: (): void => publish([]),
};

const close = (id: number): void => publish(messages.filter((message) => message.id !== id));

const icons = { success: CircleCheck, info: Info, error: CircleX };

function ToastMessage({ message }: { message: Message }) {
  const words = useUiWords();
  const { id, kind, text, requestId } = message;
  const Icon = icons[kind];
  useEffect(() => {
    if (kind === "error") return;
    const timer = setTimeout(() => close(id), stay);
    return () => clearTimeout(timer);
  }, [id, kind]);
  return (
    <div
      className={`ch-toast ch-tone-${kind === "error" ? "danger" : kind}`}
      role={kind === "error" ? "alert" : "status"}
    >
      <Icon size={16} aria-hidden="true" />
      <span className="ch-toast-text">
        {text}
        {requestId && <RequestId id={requestId} />}
      </span>
      <button type="button" className="ch-icon-btn" aria-label={words.close} onClick={() => close(id)}>
        <X size={14} aria-hidden="true" />
      </button>
    </div>
  );
}

/** The corner the messages appear in; rendered once, beside the app. */
export function Toaster() {
  const words = useUiWords();
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => messages,
  );
  return createPortal(
    <section className="ch-toaster" aria-label={words.notifications}>
      {shown.map((message) => (
        <ToastMessage key={message.id} message={message} />
      ))}
    </section>,
    document.body,
  );
}
