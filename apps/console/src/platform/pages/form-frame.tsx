import { Drawer, Modal } from "antd";
import type { ReactNode } from "react";
import { StaysAlive } from "./unsaved-forms.ts";

/** Where a form stands: over its page, at its side, or as the page. */
export type FormFrameKind = "modal" | "drawer" | "page";

interface FormFrameProps {
  readonly kind: FormFrameKind;
  readonly title: string;
  readonly foot: ReactNode;
  onClose(): void;
  readonly children: ReactNode;
}

/** The frame around a form. A click beside it closes nothing: what was typed is worth a question. */
export function FormFrame({ kind, title, foot, onClose, children }: FormFrameProps) {
  if (kind === "modal")
    return (
      <Modal
        open
        centered
        width={640}
        title={title}
        footer={<div className="ch-form-foot">{foot}</div>}
        onCancel={onClose}
        mask={{ closable: false }}
        className="ch-form-modal"
      >
        <StaysAlive.Provider value={false}>{children}</StaysAlive.Provider>
      </Modal>
    );
  if (kind === "drawer")
    return (
      <Drawer
        open
        size={560}
        title={title}
        footer={<div className="ch-form-foot">{foot}</div>}
        onClose={onClose}
        mask={{ closable: false }}
      >
        <StaysAlive.Provider value={false}>{children}</StaysAlive.Provider>
      </Drawer>
    );
  return (
    <div className="ch-page ch-form-page">
      <header className="ch-page-head">
        <h1>{title}</h1>
      </header>
      <section className="ch-card">
        {children}
        <div className="ch-form-foot">{foot}</div>
      </section>
    </div>
  );
}
