import { fill } from "@countinghouse/contract/kit/locale.ts";
import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useState } from "react";
import { useMay } from "../access/allowed.tsx";
import { toastFailure, useOperation } from "../api/use-operation.ts";
import { useWords } from "../i18n/use-words.ts";
import { useIsOfMerchant } from "../session/session.ts";
import { AskOnce } from "./ask-once.tsx";
import type { QuestionDeclaration } from "./form-declaration.ts";
import { startValues } from "./form-draft.ts";
import { type AnyRow, nameOf, type RowFormProps } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";

interface DeclaredQuestionProps extends RowFormProps {
  readonly resource: Resource;
  readonly operation: string;
  readonly declaration: QuestionDeclaration<Resource, string, unknown, AnyRow>;
}

/** Asks what was declared, runs the operation on a yes, and shows what it answered where that is told once. */
export function DeclaredQuestion({ resource, operation, declaration, record, onClose }: DeclaredQuestionProps) {
  const { ask, said, done, after: After } = declaration;
  const pages = useWords(pagesMessages);
  const words = useWords(resource);
  const isOfMerchant = useIsOfMerchant();
  const may = useMay();
  const [result, setResult] = useState<unknown>();
  const isTold = said !== undefined || After !== undefined;
  const { run } = useOperation(resource, operation, isTold ? { success: null } : {});
  if (!record) return null;
  if (result !== undefined && After) return <After result={result} values={{}} row={record} onClose={onClose} />;
  const label = (words.actions as Readonly<Record<string, string>>)[operation] ?? operation;
  const title = fill(pages.confirmTitle, { action: label, name: nameOf(record) });
  const question = {
    title,
    confirm: label,
    ...ask({ words, text: words.text as never, row: record, isOfMerchant, may }),
  };
  const answer = async (isConfirmed: boolean) => {
    if (!isConfirmed) return onClose();
    const given = { ids: [record.id], ...record };
    try {
      const answered = await run(startValues(operationOf(resource, operation).input, undefined, given) as never);
      if (said) toast.success(said(answered, words));
      done?.(answered, words);
      if (After) return setResult(answered);
    } catch (error) {
      toastFailure(error);
    }
    onClose();
  };
  return <AskOnce question={question} onAnswer={(isConfirmed) => void answer(isConfirmed)} />;
}
