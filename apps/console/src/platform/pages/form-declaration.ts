import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { OperationName, RecordOf, Resource, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { ComponentType } from "react";
import type { PaymentModeName } from "../session/payment-mode.ts";
import type { FormFrameKind } from "./form-frame.tsx";
import type { AnyRow, PagedResource, RowFormProps, RowOf } from "./paged-resource.ts";
import type { FormSection, InputField, OwnField } from "./record-form.tsx";
import type { ConfirmQuestion } from "./use-confirm.tsx";

/** What the fields of a form may depend on. */
export interface FormContext<Words, Row> {
  /** The resource's own words, in the reader's language. */
  readonly words: Words;
  readonly text: Words extends { readonly text: infer Text } ? Text : never;
  /** The row it was opened on; none where a record is added. */
  readonly row: Row | undefined;
  /** What the form holds so far. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether the reader signs in for a merchant. */
  readonly isOfMerchant: boolean;
  may(permission: string): boolean;
}

/** Who fills a form in. */
export interface FormReader {
  readonly isOfMerchant: boolean;
  /** Live money or test money, as the reader looks at it now. */
  readonly mode: PaymentModeName;
}

/** What a form shows in its place once it has succeeded, such as a password that is told once. */
export interface AfterProps<Result = unknown> {
  readonly result: Result;
  readonly values: Readonly<Record<string, unknown>>;
  /** The row it was opened on. */
  readonly row: unknown;
  onClose(): void;
}

/** A field of one of these operations, by name; a form asks for those that the operation at hand takes. */
type FieldsOf<R extends Resource, O extends OperationName<R>> = O extends unknown ? InputField<R, O> : never;
type Declared<R extends Resource, O extends OperationName<R>> = readonly (FieldsOf<R, O> | OwnField<FieldsOf<R, O>>)[];

/** A form as data: which fields it asks for. Labels, inputs, limits and refusals follow from the operation's input. */
export interface FormDeclaration<R extends Resource, O extends OperationName<R>, Words, Row> {
  readonly ask?: undefined;
  /** Every field of the input unless told. */
  readonly fields?: Declared<R, O> | ((context: FormContext<Words, Row>) => Declared<R, O>);
  /** In the place of `fields`: under tabs of their own. */
  readonly sections?: (context: FormContext<Words, Row>) => readonly FormSection<FieldsOf<R, O>>[];
  readonly as?: FormFrameKind;
  /** Something is done rather than kept: the button at the foot says what. */
  readonly isDeed?: boolean;
  /** What the form starts from; the row itself unless told. */
  readonly start?: (row: Row | undefined, reader: FormReader) => object;
  /** Below the fields: what no single field can say. */
  readonly note?: ComponentType<{ readonly row: Row; readonly values: Readonly<Record<string, unknown>> }>;
  /** Beside saying that it is done. */
  readonly done?: (result: ResultOf<R["operations"][O]>, words: Words) => void;
  /** Shown in the place of the form once it has succeeded. */
  readonly after?: ComponentType<AfterProps<ResultOf<R["operations"][O]>>>;
}

/** An operation that needs a yes and no form, where the question says more than the record's name. */
export interface QuestionDeclaration<R extends Resource, O extends OperationName<R>, Words, Row> {
  readonly ask: (
    context: Omit<FormContext<Words, Row>, "row" | "values"> & { readonly row: Row },
  ) => Partial<ConfirmQuestion>;
  /** What is said on success, in the place of the operation's label. */
  readonly said?: (result: ResultOf<R["operations"][O]>, words: Words) => string;
  readonly done?: (result: ResultOf<R["operations"][O]>, words: Words) => void;
  readonly after?: ComponentType<AfterProps<ResultOf<R["operations"][O]>>>;
}

/** The operations that `edit` stands for. */
type Editing<R extends Resource> = Extract<OperationName<R>, "add" | "update">;

/** A form that no declaration can say: it reads something first, or is laid out by itself. */
export type OwnForm<Row> = ComponentType<RowFormProps<Row>>;

/** The forms of a resource by operation. `edit` adds where it is opened on no record and changes where it is. */
export type FormDeclarations<R extends Resource, Words, Row> = {
  readonly [O in OperationName<R>]?:
    | FormDeclaration<R, O, Words, Row>
    | QuestionDeclaration<R, O, Words, Row>
    | OwnForm<Row>;
} & { readonly edit?: FormDeclaration<R, Editing<R>, Words, Row> | OwnForm<Row> };

/** Fields of the form that adds a record and changes one. */
export type EditFields<R extends Resource> = Declared<R, Editing<R>>;

/** The row that a form is opened on, where it is one of a list. */
type FormRow<R extends Resource> = R extends PagedResource ? RowOf<R> : RecordOf<R>;

type AnyForm =
  | FormDeclaration<Resource, string, unknown, unknown>
  | QuestionDeclaration<Resource, string, unknown, AnyRow>
  | OwnForm<unknown>;

/** Declared forms as the pages handle them, of any resource. */
export type AnyForms = Readonly<Partial<Record<string, AnyForm>>>;

/** The forms of a page: with it, or by a loader that fetches them when the first of them is opened. */
export type FormsOfPage = AnyForms | (() => Promise<{ readonly forms: AnyForms }>);

/**
 * Declares the forms of a resource; its words are given so that a misspelt one does not compile. `others` are for
 * operations of other resources that its page offers, and for `copy` where a copy takes more along than the row tells.
 */
export const formsOf = <R extends Resource, Words, Row = FormRow<R>>(
  _resource: R,
  _messages: Readonly<Record<Locale, Words>>,
  declared: FormDeclarations<R, Words, Row>,
  others: Readonly<Record<string, OwnForm<Row>>> = {},
): AnyForms => ({ ...declared, ...others }) as unknown as AnyForms;

/** The operation that a declaration's key stands for on a row, or on none. */
export const declaredFor = (forms: AnyForms, operation: string): AnyForm | undefined =>
  forms[operation] ?? (operation === "add" || operation === "update" ? forms.edit : undefined);

/** A form written by itself rather than declared. */
export const isOwnForm = (form: AnyForm): form is OwnForm<unknown> => typeof form === "function";
