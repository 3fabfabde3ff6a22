import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysCacheMessages } from "@countinghouse/contract/operations/cache/cache.messages.ts";
import { type CacheKey, sysCache } from "@countinghouse/contract/operations/cache/cache.ts";
import { FailureState, ForbiddenState } from "@countinghouse/ui/feedback/failure-state.tsx";
import { Alert, Button, Input } from "antd";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { CallError } from "../../../platform/api/call-error.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import "../../../platform/pages/pages.css";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./cache.css";
import { CacheKeyList } from "./cache.keys.part.tsx";
import { CacheValueOf } from "./cache.value.part.tsx";

/** What the nodes remember for a while: keys by kind on the left, what is held under one on the right. */
export function CachePage() {
  const { title, text } = useWords(sysCacheMessages);
  const [prefix, setPrefix] = useState("");
  const [open, setOpen] = useState<string>();
  const asked = useDeferredValue(prefix.trim());
  const answer = useAnswer(sysCache, "keyList", { prefix: asked });
  const { error, data, refetch } = answer;
  if (error instanceof CallError && error.status === 403) return <ForbiddenState />;
  if (error && !data) {
    const requestId = error instanceof CallError ? error.requestId : undefined;
    return <FailureState failure={{ message: error.message, requestId, retry: () => void refetch() }} />;
  }
  return (
    <div className="ch-page">
      <header className="ch-page-head">
        <h1>{title}</h1>
        <span className="ch-grow" />
        <Button onClick={() => void refetch()}>{text.refresh}</Button>
        <DeletingButtons prefix={asked} keys={data?.keys ?? []} onDone={() => setOpen(undefined)} />
      </header>
      <Alert type="warning" showIcon title={text.caution} />
      {data && data.silent.length > 0 ? (
        <Alert type="warning" showIcon title={fill(text.silent, { names: data.silent.join(", ") })} />
      ) : null}
      <div className="cache-panes">
        <section className="ch-card cache-pane" aria-label={text.search}>
          <Input
            allowClear
            prefix={<Search size={14} aria-hidden="true" />}
            aria-label={text.search}
            placeholder={text.search}
            value={prefix}
            maxLength={300}
            onChange={({ target }) => setPrefix(target.value)}
          />
          <Answered answer={answer}>
            {({ keys, isCut }) => (
              <>
                {isCut && <p className="cache-quiet">{text.cut}</p>}
                <CacheKeyList keys={keys} open={open} onOpen={setOpen} />
              </>
            )}
          </Answered>
        </section>
        <section className="ch-card cache-pane" aria-label={open ?? text.choose}>
          {open === undefined ? (
            <p className="cache-quiet">{text.choose}</p>
          ) : (
            <CacheValueOf key={open} name={open} onGone={() => setOpen(undefined)} />
          )}
        </section>
      </div>
    </div>
  );
}

interface DeletingButtonsProps {
  readonly prefix: string;
  readonly keys: readonly CacheKey[];
  onDone(): void;
}

/** Deletes what begins as was typed, or everything, at every node. */
function DeletingButtons({ prefix, keys, onDone }: DeletingButtonsProps) {
  const { actions, text } = useWords(sysCacheMessages);
  const byPrefix = useOperation(sysCache, "deleteByPreKey");
  const clearing = useOperation(sysCache, "clear");
  const { ask, dialog } = useConfirm();
  const deleteByPrefix = async () => {
    const label = actions.deleteByPreKey;
    const question = fill(text.prefixQuestion, { prefix, count: keys.length });
    if (!(await ask({ title: label, text: question, confirm: label, isDangerous: true }))) return;
    if (await byPrefix.attempt({ prefix })) onDone();
  };
  const clear = async () => {
    const label = actions.clear;
    if (!(await ask({ title: label, text: text.clearQuestion, confirm: label, isDangerous: true }))) return;
    if (await clearing.attempt({})) onDone();
  };
  return (
    <>
      <Allowed need="sysCache:deleteByPreKey">
        <Button
          danger
          disabled={prefix === "" || keys.length === 0}
          loading={byPrefix.isRunning}
          onClick={() => void deleteByPrefix()}
        >
          {actions.deleteByPreKey}
        </Button>
      </Allowed>
      <Allowed need="sysCache:clear">
        <Button danger loading={clearing.isRunning} onClick={() => void clear()}>
          {actions.clear}
        </Button>
      </Allowed>
      {dialog}
    </>
  );
}
