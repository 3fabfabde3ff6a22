import { sysOpenAccessMessages } from "@countinghouse/contract/operations/open-access/open-access.messages.ts";
import { sysOpenAccess } from "@countinghouse/contract/operations/open-access/open-access.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { TextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { PlainSelect } from "@countinghouse/ui/fields/plain-select.tsx";
import { Button, Input } from "antd";
import { useState } from "react";
import { call } from "../../../platform/api/client.ts";
import { useFileReading } from "../../../platform/files/use-file-reading.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import "./open-access.css";

const newNonce = (): string => crypto.randomUUID().replaceAll("-", "");
const secondsNow = (): string => String(Math.floor(Date.now() / 1000));

type Method = "GET" | "POST";

/** What was made: the signature, and the text it is of. */
interface MadeSignature {
  readonly sign: string;
  readonly text: string;
}

/** What a signature is made of, and the server's answer. */
function useSignature(accessKey: string) {
  const [method, setMethod] = useState<Method>("GET");
  const [values, setValues] = useState({
    accessKey,
    accessSecret: "",
    url: "/api/sysPos/list",
    timestamp: secondsNow(),
    nonce: newNonce(),
    body: "",
  });
  const [made, setMade] = useState<MadeSignature>();
  const { refusals, setRefusals, isReading, attempt } = useFileReading();
  const set = (name: keyof typeof values) => (value: string | null) => {
    setMade(undefined);
    setValues((before) => ({ ...before, [name]: value ?? "" }));
  };
  const choose = (value: string) => {
    setMade(undefined);
    setMethod(value === "POST" ? "POST" : "GET");
  };
  const make = () =>
    attempt(async () => {
      setRefusals({});
      const input = { ...values, timestamp: Number(values.timestamp), method };
      setMade(await call(sysOpenAccess, "generateSignature", input));
    });
  return { method, choose, values, set, made, make, refusals, isReading };
}

type Signature = ReturnType<typeof useSignature>;

/** Works out the signature of a call, to compare one's own with. */
export function SignatureMaker({ record, onClose }: RowFormProps) {
  const { actions } = useWords(sysOpenAccessMessages);
  const pages = useWords(pagesMessages);
  const signature = useSignature(String((record as { accessKey?: string } | undefined)?.accessKey ?? ""));
  const { made, make, isReading } = signature;
  const foot = (
    <>
      <Button onClick={onClose}>{pages.cancel}</Button>
      <Button type="primary" loading={isReading} onClick={() => void make()}>
        {actions.generateSignature}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={actions.generateSignature} foot={foot} onClose={onClose}>
      <Parts {...signature} />
      {made && <Shown {...made} />}
    </FormFrame>
  );
}

function Parts({ method, choose, values, set, refusals }: Signature) {
  const { fields, text } = useWords(sysOpenAccessMessages);
  const line = (name: keyof typeof values, more?: { readonly label: string; value(): string }) => (
    <Field label={fields[name]} isWide error={refusals[name]}>
      {(facts) => (
        <span className="access-line">
          <TextInput facts={facts} value={values[name]} onChange={set(name)} />
          {more && <Button onClick={() => set(name)(more.value())}>{more.label}</Button>}
        </span>
      )}
    </Field>
  );
  return (
    <div className="ch-form">
      {line("accessKey")}
      <Field label={fields.accessSecret} isWide error={refusals.accessSecret}>
        {(facts) => (
          <Input.Password
            id={facts.id}
            autoComplete="off"
            value={values.accessSecret}
            onChange={({ target }) => set("accessSecret")(target.value)}
          />
        )}
      </Field>
      <Field label={fields.method} isWide>
        {() => (
          <PlainSelect
            label={fields.method}
            value={method}
            choices={(["GET", "POST"] as const).map((value) => ({ value, label: value }))}
            onChange={choose}
          />
        )}
      </Field>
      {line("url")}
      {line("timestamp", { label: text.now, value: secondsNow })}
      {line("nonce", { label: text.anew, value: newNonce })}
      {method === "POST" && (
        <Field label={fields.body} isWide error={refusals.body}>
          {(facts) => (
            <Input.TextArea
              id={facts.id}
              autoSize={{ minRows: 2, maxRows: 8 }}
              value={values.body}
              onChange={({ target }) => set("body")(target.value)}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function Shown({ sign, text }: MadeSignature) {
  const { fields } = useWords(sysOpenAccessMessages);
  return (
    <div role="status">
      <h3 className="ch-section-title">{fields.sign}</h3>
      <Copyable value={sign}>
        <code className="access-sign">{sign}</code>
      </Copyable>
      <h3 className="ch-section-title">{fields.text}</h3>
      <pre className="access-code">{text}</pre>
    </div>
  );
}
