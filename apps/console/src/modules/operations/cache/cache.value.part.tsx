import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysCacheMessages } from "@countinghouse/contract/operations/cache/cache.messages.ts";
import { type CacheValue, sysCache } from "@countinghouse/contract/operations/cache/cache.ts";
import { JsonBlock } from "@countinghouse/ui/cells/json-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { Button } from "antd";
import { Allowed, useMay } from "../../../platform/access/allowed.tsx";
import { CallError } from "../../../platform/api/call-error.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { sizeIn } from "../../../platform/files/file-size.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

interface CacheValueProps {
  readonly name: string;
  onGone(): void;
}

/** What is remembered under a key, at each who holds it, and the button that makes all forget it. */
export function CacheValueOf({ name, onGone }: CacheValueProps) {
  const { actions, text } = useWords(sysCacheMessages);
  const answer = useAnswer(sysCache, "value", { key: name }, { isEnabled: useMay()("sysCache:value") });
  const { attempt, isRunning } = useOperation(sysCache, "delete");
  const { ask, dialog } = useConfirm();
  const forget = async () => {
    const label = actions.delete;
    const question = fill(text.deleteQuestion, { key: name });
    if (!(await ask({ title: label, text: question, confirm: label, isDangerous: true }))) return;
    if (await attempt({ key: name })) onGone();
  };
  const isGone = answer.error instanceof CallError && answer.error.status === 404;
  return (
    <>
      <header className="cache-head">
        <h2 className="ch-mono">{name}</h2>
        <Allowed need="sysCache:delete">
          <Button danger size="small" disabled={isGone} loading={isRunning} onClick={() => void forget()}>
            {actions.delete}
          </Button>
        </Allowed>
      </header>
      {isGone ? (
        <p className="cache-quiet">{text.gone}</p>
      ) : (
        <Answered answer={answer}>
          {({ holders }) => holders.map((one) => <Holder key={one.node} holder={one} />)}
        </Answered>
      )}
      {dialog}
    </>
  );
}

function Holder({ holder: { node, value, expiresAt, bytes } }: { readonly holder: CacheValue["holders"][number] }) {
  const { fields, text } = useWords(sysCacheMessages);
  const locale = useLocale();
  return (
    <section className="cache-holder">
      <Facts
        facts={[
          { key: "node", label: fields.nodes, value: node ?? text.shared },
          { key: "end", label: fields.expiresAt, value: expiresAt ? <TimeCell value={expiresAt} /> : text.forever },
          { key: "size", label: fields.bytes, value: sizeIn(locale, bytes) },
        ]}
      />
      <JsonBlock value={value} />
    </section>
  );
}
