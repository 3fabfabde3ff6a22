import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { nameIn } from "@countinghouse/contract/names.ts";
import { sysConfigMessages } from "@countinghouse/contract/settings/config/config.messages.ts";
import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import {
  knownSettings,
  readSetting,
  type SettingCode,
} from "@countinghouse/contract/settings/config/config-settings.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { Alert, Button } from "antd";
import { useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { UnsavedGuard, useDiscardQuestion } from "../../../platform/pages/unsaved-guard.tsx";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useAllowed, useGroupName } from "./config.known.detail.ts";
import { SettingInput } from "./config.value.form.tsx";

type Config = RecordOf<typeof sysConfig>;

/** Settings by their group, in the order they came. */
export const byGroup = (settings: readonly Config[]): ReadonlyMap<string, readonly Config[]> =>
  Map.groupBy(settings, ({ groupCode }) => groupCode ?? "");

/** Whether the product itself would refuse a value. */
export const isRefused = (code: string, value: string): boolean =>
  code in knownSettings && readSetting(code as SettingCode, value) === undefined;

/** Sets several values at once: all of what was changed, or nothing. */
export function ConfigBatch({ onClose }: { onClose(): void }) {
  const words = useWords(pagesMessages);
  const { actions } = useWords(sysConfigMessages);
  const answer = useAnswer(sysConfig, "list", {});
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  const { run, isRunning } = useOperation(sysConfig, "batchUpdate");
  const { ask, dialog } = useConfirm();
  const discard = useDiscardQuestion();
  const settings = (answer.data ?? []).filter(({ groupCode }) => groupCode !== "WebConfig");
  const changed = settings.flatMap(({ code, value }) =>
    typed[code] !== undefined && typed[code] !== (value ?? "") ? [{ code, value: typed[code] }] : [],
  );
  const isWrong = changed.some(({ code, value }) => isRefused(code, value));
  const close = async () => {
    if (changed.length === 0 || (await ask(discard))) onClose();
  };
  const save = async () => {
    setRefusal(undefined);
    try {
      await run(changed);
      onClose();
    } catch (refused) {
      if (!(refused instanceof CallError)) throw refused;
      setRefusal(refused.message);
    }
  };
  const foot = (
    <>
      <Button onClick={() => void close()}>{words.cancel}</Button>
      <Button type="primary" loading={isRunning} disabled={changed.length === 0 || isWrong} onClick={() => void save()}>
        {words.save}
      </Button>
    </>
  );
  return (
    <FormFrame kind="drawer" title={actions.batchUpdate ?? ""} foot={foot} onClose={() => void close()}>
      {refusal ? <Alert type="error" showIcon title={refusal} /> : null}
      <Answered answer={answer}>
        {() =>
          [...byGroup(settings)].map(([group, members]) => (
            <SettingGroup
              key={group}
              group={group}
              settings={members}
              typed={typed}
              onType={(code, value) => setTyped({ ...typed, [code]: value })}
            />
          ))
        }
      </Answered>
      <UnsavedGuard isDirty={changed.length > 0} />
      {dialog}
    </FormFrame>
  );
}

interface SettingGroupProps {
  readonly group: string;
  readonly settings: readonly Config[];
  readonly typed: Readonly<Record<string, string>>;
  onType(code: string, value: string): void;
}

function SettingGroup({ group, settings, typed, onType }: SettingGroupProps) {
  const locale = useLocale();
  const nameOfGroup = useGroupName();
  const allowed = useAllowed();
  const { wrongFormat } = useWords(pagesMessages);
  return (
    <section className="config-group">
      <h3>{nameOfGroup(group)}</h3>
      {settings.map(({ code, name, names, value }) => {
        const current = typed[code] ?? value ?? "";
        const error = isRefused(code, current) ? wrongFormat : undefined;
        return (
          <Field key={code} name={code} label={nameIn(locale, names, name)} hint={allowed(code) ?? code} error={error}>
            {(facts) => (
              <SettingInput code={code} facts={facts} value={current} onChange={(next) => onType(code, next ?? "")} />
            )}
          </Field>
        );
      })}
    </section>
  );
}
