import { sysOpenAccessMessages } from "@countinghouse/contract/operations/open-access/open-access.messages.ts";
import { sysOpenAccess } from "@countinghouse/contract/operations/open-access/open-access.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { type AfterProps, formsOf } from "../../../platform/pages/form-declaration.ts";
import { LinesInput } from "../../../platform/pickers/lines-input.tsx";
import { OneTimeSecret } from "../../../platform/pickers/one-time-secret.tsx";
import { SignatureMaker } from "./open-access.sign.form.tsx";

type Told = { readonly id: number; readonly accessKey: string; readonly accessSecret: string };

/** Key and secret, the one time that the secret is told. */
function SecretOnce({ result: { accessKey, accessSecret }, onClose }: AfterProps<Told>) {
  const { text } = useWords(sysOpenAccessMessages);
  return (
    <OneTimeSecret
      title={text.secretTitle}
      text={text.secretText}
      values={[accessKey, accessSecret]}
      onClose={onClose}
    />
  );
}

const fields = (text: (typeof sysOpenAccessMessages)["en"]["text"]) =>
  [
    "name",
    "bindUserId",
    "perSecond",
    "expireTime",
    { field: "allowedIps", input: LinesInput, hint: text.ipsHint, isWide: true },
    "status",
    { field: "remark", isWide: true },
  ] as const;

export const forms = formsOf(sysOpenAccess, sysOpenAccessMessages, {
  add: { fields: ({ text }) => fields(text), after: SecretOnce },
  update: { fields: ({ text }) => fields(text) },
  secret: { ask: ({ words: { actions }, row }) => ({ title: `${actions.secret} · ${row.name}` }), after: SecretOnce },
  generateSignature: SignatureMaker,
});
