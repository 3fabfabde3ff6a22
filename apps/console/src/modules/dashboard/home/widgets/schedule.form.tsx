import { sysHome } from "@countinghouse/contract/dashboard/home/home.ts";
import { sysSchedule } from "@countinghouse/contract/dashboard/schedule/schedule.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { Modal } from "antd";
import { type FormEvent, useId, useState } from "react";
import { CallError } from "../../../../platform/api/call-error.ts";
import { toastFailure, useOperation } from "../../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { errorsOf, type FieldErrors } from "../../../../platform/pages/form-draft.ts";
import { pagesMessages } from "../../../../platform/pages/pages.messages.ts";
import type { Day } from "../home.month.policy.ts";
import { widgetMessages } from "../home.widgets.messages.ts";

type Entry = RecordOf<typeof sysSchedule>;

interface Props {
  readonly day: Day;
  /** The entry to change; a new one is added without it. */
  readonly entry: Entry | undefined;
  onSaved(day: Day): void;
  onClose(): void;
}

const names = ["content", "scheduleTime", "startTime", "endTime"] as const;
type Name = (typeof names)[number];
type Draft = Readonly<Record<Name, string>>;

/** What is sent: an empty time is none. */
const inputOf = ({ content, scheduleTime, startTime, endTime }: Draft) => ({
  content,
  scheduleTime,
  startTime: startTime || null,
  endTime: endTime || null,
});

/** Adds an entry to the reader's calendar, or changes one. */
export function ScheduleAdd({ day, entry, onSaved, onClose }: Props) {
  const words = useWords(widgetMessages).calendar;
  const pageWords = useWords(pagesMessages);
  const formId = useId();
  const locale = useLocale();
  const [draft, setDraft] = useState<Draft>({
    content: entry?.content ?? "",
    scheduleTime: entry?.scheduleTime ?? day,
    startTime: entry?.startTime ?? "",
    endTime: entry?.endTime ?? "",
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const changing = { alsoChanges: [sysHome] };
  const add = useOperation(sysSchedule, "add", changing);
  const update = useOperation(sysSchedule, "update", changing);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const input = inputOf(draft);
    const found = errorsOf(sysSchedule.operations.add.input, input, pageWords, locale);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      await (entry ? update.run({ ...input, id: entry.id, version: entry.version }) : add.run(input));
    } catch (error) {
      const refused = error instanceof CallError ? error.fields : [];
      setErrors(Object.fromEntries(refused.map(({ field, message }) => [field, message])));
      if (!refused.some(({ field }) => names.includes(field as Name))) toastFailure(error);
      return;
    }
    onSaved(draft.scheduleTime);
    onClose();
  };
  return (
    <Modal
      open
      width={480}
      centered
      title={entry ? words.editEntry : words.addEntry}
      okText={pageWords.save}
      cancelText={pageWords.cancel}
      okButtonProps={{ htmlType: "submit", form: formId, loading: add.isRunning || update.isRunning }}
      onCancel={onClose}
    >
      <form id={formId} className="home-form" noValidate onSubmit={(event) => void submit(event)}>
        <EntryFields draft={draft} errors={errors} onChange={setDraft} />
      </form>
    </Modal>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly errors: FieldErrors;
  readonly onChange: (draft: Draft) => void;
}

const inputTypes = { content: "text", scheduleTime: "date", startTime: "time", endTime: "time" } as const;

function EntryFields({ draft, errors, onChange }: FieldsProps) {
  const labels = useWords(sysSchedule).fields;
  return names.map((name) => (
    <Field
      key={name}
      name={name}
      label={labels[name]}
      error={errors[name]}
      isRequired={name === "content" || name === "scheduleTime"}
      isWide={name === "content"}
    >
      {({ id, isInvalid, describedBy }) => (
        <span className="ch-input home-input" data-invalid={isInvalid || undefined}>
          <input
            id={id}
            type={inputTypes[name]}
            maxLength={name === "content" ? 256 : undefined}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
            value={draft[name]}
            onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
          />
        </span>
      )}
    </Field>
  ));
}
