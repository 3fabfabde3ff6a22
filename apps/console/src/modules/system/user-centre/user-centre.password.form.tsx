import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { SecretInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Alert, Button } from "antd";
import { type FormEvent, useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { PasswordMeter } from "../../../platform/factors/password-meter.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { useSession } from "../../../platform/session/session.ts";
import { userCentreMessages } from "./user-centre.messages.ts";

const empty = { oldPassword: "", newPassword: "", repeated: "" };
type Name = keyof typeof empty;

/** Changes one's password. The rule is the server's; its refusal stands at the field it is about. */
export function OwnPassword() {
  const words = useWords(userCentreMessages);
  const { required } = useWords(pagesMessages);
  const { fields, actions } = useWords(sysAuth);
  const user = useSession((session) => session.user);
  const [typed, setTyped] = useState(empty);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<CallError>();
  const { run, isRunning } = useOperation(sysAuth, "changePassword");
  const { oldPassword, newPassword, repeated } = typed;
  const errorOf = (name: Name): string | undefined => {
    if (isTried && typed[name] === "") return required;
    if (isTried && name === "repeated" && repeated !== newPassword) return words.passwordsDiffer;
    return refusal?.fields.find(({ field }) => field === name)?.message;
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setRefusal(undefined);
    if (oldPassword === "" || newPassword === "" || newPassword !== repeated) return;
    try {
      await run({ oldPassword, newPassword });
      setTyped(empty);
      setTried(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error);
    }
  };
  const input = (name: Name, label: string) => (
    <Field name={name} label={label} isRequired error={errorOf(name)}>
      {(facts) => (
        <SecretInput
          facts={facts}
          isRequired
          value={typed[name]}
          onChange={(text) => setTyped({ ...typed, [name]: text ?? "" })}
        />
      )}
    </Field>
  );
  return (
    <form className="ch-card centre-card" noValidate onSubmit={(event) => void send(event)}>
      <h2>{actions.changePassword}</h2>
      {refusal && refusal.fields.length === 0 ? <Alert type="error" showIcon title={refusal.message} /> : null}
      <div className="centre-fields">
        {input("oldPassword", fields.oldPassword ?? "")}
        {input("newPassword", fields.newPassword ?? "")}
        <PasswordMeter password={newPassword} names={[user?.account ?? "", user?.realName ?? ""]} />
        {input("repeated", words.repeatPassword)}
      </div>
      <p className="centre-note">{words.passwordNote}</p>
      <div className="ch-form-foot">
        <Button type="primary" htmlType="submit" disabled={isRunning}>
          {actions.changePassword}
        </Button>
      </div>
    </form>
  );
}
