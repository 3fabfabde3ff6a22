import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Button, Input } from "antd";
import { type FormEvent, useState } from "react";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { canMakePasskeys, makePasskey } from "../../../platform/factors/new-passkey.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { userCentreMessages } from "./user-centre.messages.ts";

type Passkey = ResultOf<(typeof sysAuth)["operations"]["passkeyList"]>[number];

/** One's passkeys: added with the browser's help, removed by name. */
export function OwnPasskeys({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const words = useWords(userCentreMessages);
  const { actions } = useWords(sysAuth);
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="ch-card centre-card">
      <header>
        <h2>{actions.passkeyList}</h2>
        <span className="ch-grow" />
        {canMakePasskeys() && !isAdding ? (
          <Button onClick={() => setAdding(true)}>{actions.passkeyRegister}</Button>
        ) : null}
      </header>
      <p className="centre-note">{canMakePasskeys() ? words.passkeyNote : words.passkeyUnsupported}</p>
      {isAdding ? <NewPasskey onClose={() => setAdding(false)} /> : null}
      {passkeys.length === 0 ? <p>{words.passkeyNone}</p> : null}
      <ul className="centre-rows">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    </section>
  );
}

function NewPasskey({ onClose }: { onClose(): void }) {
  const words = useWords(userCentreMessages);
  const { actions } = useWords(sysAuth);
  const [name, setName] = useState("");
  const begin = useOperation(sysAuth, "passkeyRegisterOptions", { success: null });
  const finish = useOperation(sysAuth, "passkeyRegister");
  const add = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const { options } = await begin.run({});
      await finish.run({ name: name.trim(), passkey: await makePasskey(options, words.passkeyFailed) });
      onClose();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <form className="centre-line" onSubmit={(event) => void add(event)}>
      <Input
        autoFocus
        maxLength={64}
        placeholder={words.passkeyName}
        aria-label={words.passkeyName}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button
        type="primary"
        htmlType="submit"
        loading={begin.isRunning || finish.isRunning}
        disabled={name.trim() === ""}
      >
        {actions.passkeyRegister}
      </Button>
    </form>
  );
}

function PasskeyRow({ passkey: { id, name, createTime, lastUsedTime } }: { readonly passkey: Passkey }) {
  const words = useWords(userCentreMessages);
  const { actions } = useWords(sysAuth);
  const { attempt, isRunning } = useOperation(sysAuth, "passkeyRemove");
  const { ask, dialog } = useConfirm();
  const remove = async () => {
    const isConfirmed = await ask({
      title: actions.passkeyRemove ?? "",
      text: fill(words.removePasskey, { name }),
      confirm: words.remove,
      isDangerous: true,
    });
    if (isConfirmed) await attempt({ id });
  };
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="centre-note">
          {words.made} <TimeCell value={createTime} /> · {words.lastUsed}{" "}
          {lastUsedTime ? <TimeCell value={lastUsedTime} /> : words.never}
        </p>
      </div>
      <Button
        danger
        size="small"
        loading={isRunning}
        aria-label={`${words.remove}: ${name}`}
        onClick={() => void remove()}
      >
        {words.remove}
      </Button>
      {dialog}
    </li>
  );
}
