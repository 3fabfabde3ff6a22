import type { OperationName, Resource, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import type { ComponentType, ReactNode } from "react";
import type { z } from "zod";
import type { FormFrameKind } from "./form-frame.tsx";

/** Name of a field of an operation's input. */
export type InputField<R extends Resource, O extends OperationName<R>> = keyof z.input<R["operations"][O]["input"]> &
  string;

/** A field by name, or with an input or a word of its own. */
export interface OwnField<Name extends string = string> {
  readonly field: Name;
  readonly input?: ComponentType<InputProps<never>>;
  readonly label?: string;
  readonly hint?: ReactNode;
  readonly isWide?: boolean;
  readonly isDisabled?: boolean;
  /** Holds what is not to be kept in the browser, where its kind does not say so. */
  readonly isSecret?: boolean;
}

/** A field as a form declares it: by name, or with an input of its own. */
export type DeclaredField = string | OwnField;

/** Name of a declared field. Stands here and not with the field itself: lists ask for it, and draw no input before a form opens. */
export const fieldName = (field: DeclaredField): string => (typeof field === "string" ? field : field.field);

/** Fields by name, or with something of their own. */
type Fields<Name extends string> = readonly (Name | OwnField<Name>)[];

/** A part of a form with a name: a tab where there are several. */
export interface FormSection<Name extends string = string> {
  readonly key: string;
  readonly title: string;
  readonly fields: Fields<Name>;
}

export interface RecordFormProps<R extends Resource, O extends OperationName<R>> {
  readonly resource: R;
  readonly operation: O;
  /** One form, or under tabs; may depend on what was chosen so far: a page has other fields than a button. */
  readonly fields?: Fields<InputField<R, O>>;
  readonly sections?: (values: Readonly<Record<string, unknown>>) => readonly FormSection<InputField<R, O>>[];
  /** The record to change, as it was read. */
  readonly record?: object | undefined;
  /** What it is done to, where that is not the record. */
  readonly of?: object | undefined;
  /** Values to start with. */
  readonly initial?: Partial<z.input<R["operations"][O]["input"]>> | undefined;
  readonly as?: FormFrameKind;
  /** Something is done rather than kept: the button at the foot says what. */
  readonly isDeed?: boolean | undefined;
  /** Below the fields: what no single field can say. */
  readonly note?: ComponentType<{ readonly values: Readonly<Record<string, unknown>> }>;
  onClose(): void;
  /** What follows success beside closing; in the place of closing where it answers true. */
  onDone?(result: ResultOf<R["operations"][O]>, values: Readonly<Record<string, unknown>>): unknown;
}

const Body = lazyPart(
  async () =>
    (await import("./record-form-body.tsx")).RecordFormBody as ComponentType<RecordFormProps<Resource, string>>,
);

/** A form for one operation: labels, marks, limits and the places of refusals follow from its input. */
export const RecordForm = <R extends Resource, O extends OperationName<R>>(props: RecordFormProps<R, O>) => (
  <Body {...(props as unknown as RecordFormProps<Resource, string>)} />
);
