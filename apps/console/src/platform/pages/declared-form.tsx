import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { type ComponentType, useMemo, useState } from "react";
import { useMay } from "../access/allowed.tsx";
import { useWords } from "../i18n/use-words.ts";
import { paymentMode } from "../session/payment-mode.ts";
import { useIsOfMerchant, useOwnMerchant } from "../session/session.ts";
import { useStore } from "../state/store.ts";
import type { FormContext, FormDeclaration } from "./form-declaration.ts";
import { shapeOf } from "./form-draft.ts";
import type { AnyRow, RowFormProps } from "./paged-resource.ts";
import { type DeclaredField, fieldName, RecordForm } from "./record-form.tsx";

type Declaration = FormDeclaration<Resource, string, unknown, unknown>;

interface DeclaredFormProps extends RowFormProps {
  readonly resource: Resource;
  readonly operation: string;
  readonly declaration: Declaration;
  /** Values to start with, of the page it is opened on. */
  readonly initial?: object | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** What no form asks for: the record says it. */
const said = ["id", "ids", "version"];

/** A form as it was declared: the fields of it that this operation takes, or every field of its input. */
export function DeclaredForm({ resource, operation, declaration, initial, record, onClose }: DeclaredFormProps) {
  const words = useWords(resource);
  const [ended, setEnded] = useState<{ readonly result: unknown; readonly values: Values }>();
  const shape = shapeOf(operationOf(resource, operation).input);
  const contextOf = useContextOf(words, record);
  const takes = (field: DeclaredField): boolean => fieldName(field) in shape;
  const {
    fields = Object.keys(shape).filter((field) => !said.includes(field)),
    sections,
    start,
    note,
    done,
  } = declaration;
  const { after: After, as, isDeed } = declaration;
  const sectionsIn = (values: Values) => {
    const context = contextOf(values) as FormContext<never, unknown>;
    const own = typeof fields === "function" ? fields(context) : fields;
    const all = sections?.(context) ?? [{ key: "all", title: "", fields: own }];
    const asked = all.map((section) => ({ ...section, fields: section.fields.filter(takes) }));
    return asked.filter(({ fields: { length } }) => length > 0 || asked.length === 1);
  };
  const begun = useBegun(shape, start, record, initial);
  const noteOf = useNote(note, record);
  if (ended && After) return <After {...ended} row={record} onClose={onClose} />;
  return (
    <RecordForm
      resource={resource}
      operation={operation}
      sections={sectionsIn as never}
      {...begun}
      of={record}
      {...(as ? { as } : {})}
      isDeed={isDeed}
      {...(noteOf ? { note: noteOf } : {})}
      onDone={(result, values) => {
        done?.(result, words);
        if (After) setEnded({ result, values });
        return After !== undefined;
      }}
      onClose={onClose}
    />
  );
}

/** What the form starts from: the row, or what was chosen before, with the reader's one merchant where there is one. */
function useBegun(shape: object, start: Declaration["start"], row: AnyRow | undefined, initial: object | undefined) {
  const isOfMerchant = useIsOfMerchant();
  const mode = useStore(paymentMode);
  const ownMerchant = useOwnMerchant();
  const merchantId = "merchantId" in shape && !row && ownMerchant ? { merchantId: ownMerchant.id } : {};
  const started = start?.(row, { isOfMerchant, mode });
  if (row) return { record: started ?? { ...row, ids: [row.id] } };
  return { initial: { ...merchantId, ...started, ...initial } };
}

function useContextOf(words: unknown, row: AnyRow | undefined) {
  const isOfMerchant = useIsOfMerchant();
  const may = useMay();
  const { text } = words as { readonly text?: unknown };
  return (values: Values) => ({ words, text, row, values, isOfMerchant, may });
}

/** The note about this row; the same component from one drawing to the next. */
function useNote(
  Declared: Declaration["note"],
  row: AnyRow | undefined,
): ComponentType<{ readonly values: Values }> | undefined {
  return useMemo(() => Declared && (({ values }) => <Declared row={row} values={values} />), [Declared, row]);
}
