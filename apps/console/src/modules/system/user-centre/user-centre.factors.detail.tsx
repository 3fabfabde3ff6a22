import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { Button } from "antd";
import { useState } from "react";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { OneTimeSecret } from "../../../platform/pickers/one-time-secret.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { userCentreMessages } from "./user-centre.messages.ts";
import { OwnPasskeys } from "./user-centre.passkeys.detail.tsx";
import { OwnTotp } from "./user-centre.totp.detail.tsx";

/** One's second factors, and the codes for when they are not at hand. */
export function OwnFactors() {
  const answer = useAnswer(sysAuth, "factors", {});
  const [codes, setCodes] = useState<readonly string[]>();
  const words = useWords(userCentreMessages);
  return (
    <Answered answer={answer}>
      {(data) => (
        <>
          <OwnTotp isOn={data.totp} onCodes={setCodes} />
          <OwnPasskeys passkeys={data.passkeys} />
          {data.totp || data.passkeys.length > 0 ? (
            <RecoveryCodes left={data.recoveryCodesLeft} onCodes={setCodes} />
          ) : null}
          {codes ? (
            <OneTimeSecret
              title={words.recoveryTitle}
              text={words.recoveryText}
              values={codes}
              onClose={() => setCodes(undefined)}
            />
          ) : null}
        </>
      )}
    </Answered>
  );
}

/** How many codes are left, and new ones in their place. */
function RecoveryCodes({ left, onCodes }: { readonly left: number; onCodes(codes: readonly string[]): void }) {
  const words = useWords(userCentreMessages);
  const { actions } = useWords(sysAuth);
  const { run, isRunning } = useOperation(sysAuth, "recoveryCodes", { success: null });
  const { ask, dialog } = useConfirm();
  const renew = async () => {
    const label = actions.recoveryCodes ?? "";
    if (left > 0 && !(await ask({ title: label, text: words.recoveryAsk, confirm: label }))) return;
    try {
      onCodes((await run({})).recoveryCodes);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <section className="ch-card centre-card">
      <header>
        <h2>{words.recoveryTitle}</h2>
        <span className="ch-grow" />
        <Button loading={isRunning} onClick={() => void renew()}>
          {actions.recoveryCodes}
        </Button>
      </header>
      <p className="centre-note">{fill(words.recoveryLeft, { count: left })}</p>
      {dialog}
    </section>
  );
}
