import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysUserMessages } from "@countinghouse/contract/system/user/user.messages.ts";
import { sysUser, type User } from "@countinghouse/contract/system/user/user.ts";
import { useState } from "react";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { AskOnce } from "../../../platform/pages/row-actions.tsx";
import { OneTimeSecret } from "../../../platform/pickers/one-time-secret.tsx";

interface OneTimePasswordProps {
  readonly account: string;
  readonly password: string;
  onClose(): void;
}

/** A password that exists only until the first sign-in, shown the one time there is. */
export function OneTimePassword({ account, password, onClose }: OneTimePasswordProps) {
  const { fields, text } = useWords(sysUserMessages);
  return (
    <OneTimeSecret
      title={fields.password}
      text={fill(text.oneTimePassword, { account })}
      values={[password]}
      onClose={onClose}
    />
  );
}

/** Asks, ends all sessions of the account, and shows its one-time password. */
export function UserReset({ record, onClose }: RowFormProps<User>) {
  const { actions, text } = useWords(sysUserMessages);
  const { run } = useOperation(sysUser, "resetPwd", { success: null });
  const [password, setPassword] = useState<string>();
  if (!record) return null;
  if (password) return <OneTimePassword account={record.account} password={password} onClose={onClose} />;
  const answer = async (isConfirmed: boolean) => {
    if (!isConfirmed) return onClose();
    try {
      setPassword(await run({ id: record.id }));
    } catch (error) {
      toastFailure(error);
      onClose();
    }
  };
  return (
    <AskOnce
      question={{
        title: fill(text.resetTitle, { account: record.account }),
        text: text.resetText,
        confirm: actions.resetPwd,
        isDangerous: true,
      }}
      onAnswer={(isConfirmed) => void answer(isConfirmed)}
    />
  );
}
