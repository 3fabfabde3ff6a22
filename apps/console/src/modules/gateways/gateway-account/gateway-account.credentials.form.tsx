import { gatewayAccountMessages } from "@countinghouse/contract/gateways/gateway-account/gateway-account.messages.ts";
import {
  type GatewayAccount,
  type GatewayAccountDetail,
  gatewayAccount,
} from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { type InputProps, SecretInput, TextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { createContext, useContext, useId } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "../../../platform/gateways/gateways.css";

type Credential = GatewayAccountDetail["credentials"][number];
type Values = Readonly<Record<string, string>>;

/** What the provider asks for, for the input that is drawn from it. */
const Asked = createContext<readonly Credential[]>([]);

/** One input for each thing that the provider asks for. What is left empty stays as it is set. */
function CredentialsInput({ facts, value, onChange }: InputProps<Values>) {
  const asked = useContext(Asked);
  const change = (name: string, next: string | null) => {
    const { [name]: _before, ...others } = value ?? {};
    onChange(next === null ? others : { ...others, [name]: next });
  };
  return (
    <div className="ch-rows-form" id={facts.id}>
      {asked.map((credential) => (
        <OneCredential
          key={credential.name}
          credential={credential}
          value={value?.[credential.name]}
          isInvalid={facts.isInvalid}
          onChange={(next) => change(credential.name, next)}
        />
      ))}
    </div>
  );
}

interface OneCredentialProps {
  readonly credential: Credential;
  readonly value: string | undefined;
  readonly isInvalid: boolean;
  onChange(value: string | null): void;
}

function OneCredential({ credential, value, isInvalid, onChange }: OneCredentialProps) {
  const { text } = useWords(gatewayAccountMessages);
  const locale = useLocale();
  const id = useId();
  const { label, isSecret, isRequired, setTime } = credential;
  const Input = isSecret ? SecretInput : TextInput;
  const note = setTime ? text.emptyKeeps : isRequired ? text.notSet : text.optional;
  return (
    <div className="ch-field">
      <label className="ch-field-label" htmlFor={id}>
        {label[locale]}
      </label>
      <Input
        facts={{ id, isInvalid, describedBy: `${id}-note` }}
        value={value}
        onChange={onChange}
        isRequired={isRequired && !setTime}
        maxLength={8192}
      />
      <p className="ch-field-hint" id={`${id}-note`}>
        {note}
      </p>
    </div>
  );
}

/** Sets credentials: of a test account at once, of a live one once somebody else approves. */
export function GatewayAccountCredentials({ record, onClose }: RowFormProps<GatewayAccount>) {
  const { text } = useWords(gatewayAccountMessages);
  const { data } = useAnswer(gatewayAccount, "detail", { id: record?.id ?? "" }, { isEnabled: record !== undefined });
  if (!record || !data) return null;
  const isLive = record.mode === "live";
  return (
    <Asked value={data.credentials}>
      <RecordForm
        resource={gatewayAccount}
        operation="setCredentials"
        fields={[
          {
            field: "values",
            input: CredentialsInput,
            hint: isLive ? text.liveWaits : text.atOnce,
            isWide: true,
            isSecret: true,
          },
          "reason",
        ]}
        record={{ id: record.id }}
        onClose={onClose}
        onDone={(changeId) => toast.success(changeId ? text.changeSent : text.credentialsSet)}
      />
    </Asked>
  );
}
