import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { Button } from "antd";
import { Plus } from "lucide-react";
import { startTransition, useEffect, useRef, useState } from "react";
import { useMay } from "../access/allowed.tsx";
import { useOperation } from "../api/use-operation.ts";
import { useWords } from "../i18n/use-words.ts";
import { useSession } from "../session/session.ts";
import { ActionForm } from "./action-form.tsx";
import type { FormsOfPage } from "./form-declaration.ts";
import { draftsOf } from "./kept-draft.ts";
import "./pages.css";

/** Something that a page offers beside its rows: an operation of its resource, or of another one that the page is about. */
export type PageAction<Name extends string = string> =
  | Name
  | {
      readonly action: Name;
      readonly resource?: undefined /** Another permission that its form needs. */;
      readonly needs?: string;
    }
  | { readonly action: string; readonly resource: Resource; readonly needs?: string };

const nameOf = (action: PageAction): string => (typeof action === "string" ? action : action.action);

const ownerOf = (action: PageAction): Resource | undefined =>
  typeof action === "string" ? undefined : action.resource;

/** Whether an action adds a record. */
export const isAdding = (action: PageAction): boolean => nameOf(action) === "add";

interface PageActionsProps {
  readonly resource: Resource;
  readonly actions: readonly PageAction[];
  readonly forms?: FormsOfPage | undefined;
  /** Values that a form starts with, such as what is chosen on the page. */
  readonly initial?: object | undefined;
  /** The same actions stand elsewhere on the page too. */
  readonly isAgain?: boolean;
}

/** The buttons of a page's own actions, for those who may, and the dialog that one of them opened. */
export function PageActions({ resource, actions, forms, initial, isAgain = false }: PageActionsProps) {
  const [open, setOpen] = useState<PageAction>();
  const may = useMay();
  const close = () => setOpen(undefined);
  const offered = actions.filter((action) => isOffered(resource, action, may));
  useLeftForm(resource, isAgain ? [] : offered, setOpen);
  return (
    <>
      {offered.map((action) => (
        <ActionButton
          key={nameOf(action)}
          resource={resource}
          action={action}
          onOpen={() => startTransition(() => setOpen(action))}
        />
      ))}
      {open && <OpenAction resource={resource} action={open} forms={forms} initial={initial} onClose={close} />}
    </>
  );
}

function isOffered(resource: Resource, action: PageAction, may: (need: string) => boolean): boolean {
  const owner = ownerOf(action) ?? resource;
  const further = typeof action === "string" ? undefined : action.needs;
  const name = nameOf(action);
  const isPermitted = operationOf(owner, name).access !== "permission" || may(permissionOf(owner.name, name));
  return isPermitted && (further === undefined || may(further));
}

/** Opens the form again that was left with something typed: after a reload, say. */
function useLeftForm(resource: Resource, offered: readonly PageAction[], open: (action: PageAction) => void): void {
  const userId = useSession(({ user }) => user?.id) ?? 0;
  const isLooked = useRef(false);
  useEffect(() => {
    if (isLooked.current) return;
    isLooked.current = true;
    const left = draftsOf(resource.name, userId).filter(({ id }) => id === "");
    const action = offered.find((one) => left.some(({ operation }) => operation === nameOf(one)));
    if (action) open(action);
  });
}

interface ActionButtonProps {
  readonly resource: Resource;
  readonly action: PageAction;
  onOpen(): void;
}

function ActionButton({ resource, action, onOpen }: ActionButtonProps) {
  const owner = ownerOf(action) ?? resource;
  const labels = useWords(owner).actions as Readonly<Record<string, string>>;
  const name = nameOf(action);
  return (
    <Button
      {...(isAdding(action) ? { type: "primary" as const, icon: <Plus size={16} aria-hidden="true" /> } : {})}
      onClick={onOpen}
    >
      {labels[name] ?? name}
    </Button>
  );
}

interface OpenActionProps extends Omit<PageActionsProps, "actions" | "isAgain"> {
  readonly action: PageAction;
  onClose(): void;
}

function OpenAction({ resource, action, forms, initial, onClose }: OpenActionProps) {
  const owner = ownerOf(action) ?? resource;
  return (
    <ActionForm
      resource={owner}
      operation={nameOf(action)}
      forms={forms}
      initial={initial}
      plain={<RunAtOnce resource={owner} operation={nameOf(action)} onEnd={onClose} />}
      onClose={onClose}
    />
  );
}

/** Runs an operation that takes nothing, as soon as it is there. */
function RunAtOnce({ resource, operation, onEnd }: { resource: Resource; operation: string; onEnd(): void }) {
  const { attempt } = useOperation(resource, operation);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void attempt({} as never).then(onEnd);
  });
  return null;
}
