import { type AppKey, coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import type { GoLiveNote } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { Button } from "antd";
import { useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { call } from "../../../platform/api/client.ts";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { OneTimeSecret } from "../../../platform/pickers/one-time-secret.tsx";
import { merchantScreenMessages } from "./merchant.messages.ts";

interface AppKeyToolsProps {
  readonly appId: string;
  /** How the app's keys stand. What was made stays on screen until it is put away, though nothing is missing then. */
  readonly note: GoLiveNote;
}

/** Brings a key to where it takes calls: its first secret, which is answered, and switched on. A live one starts off. */
function useMaking(appId: string) {
  const rotation = useOperation(coinApp, "rotateSecret");
  const limits = useOperation(coinApp, "updateKey", { success: null });
  const make = async (mode: "test" | "live"): Promise<string | undefined> => {
    const keys = await call(coinApp, "keys", { id: appId });
    const key = keys.find((one) => one.mode === mode);
    if (key && !key.secretTime) {
      const { secret } = await rotation.run({ id: appId, mode });
      if (!key.isEnabled) await limits.attempt({ ...limitsOf(key), id: appId, isEnabled: true });
      return secret;
    }
    if (key) await limits.run({ ...limitsOf(key), id: appId, isEnabled: true });
    return undefined;
  };
  return { make, isRunning: rotation.isRunning || limits.isRunning };
}

const limitsOf = ({ mode, scopes, allowedIps, expireTime }: AppKey) => ({ mode, scopes, allowedIps, expireTime });

/** Makes the first secret of an app's key and shows it the one time there is. */
export function AppKeyTools({ appId, note }: AppKeyToolsProps) {
  const words = useWords(merchantScreenMessages);
  const may = useMay();
  const { make: makeKey, isRunning } = useMaking(appId);
  const [made, show] = useState<{ readonly title: string; readonly secret: string }>();
  const make = async (mode: "test" | "live", title: string) => {
    try {
      const secret = await makeKey(mode);
      if (secret) show({ title, secret });
    } catch (error) {
      toastFailure(error);
    }
  };
  if (!may("coinApp:rotateSecret")) return <span className="merchant-says">{words.mayNot}</span>;
  return (
    <>
      {note !== "keyNone" ? null : (
        <Button size="small" disabled={isRunning} onClick={() => void make("test", words.makeTestKey)}>
          {words.makeTestKey}
        </Button>
      )}
      {note === "keyLive" ? null : (
        <Button size="small" disabled={isRunning} onClick={() => void make("live", words.makeLiveKey)}>
          {words.makeLiveKey}
        </Button>
      )}
      {made && (
        <OneTimeSecret
          title={made.title}
          text={words.keyShownOnce}
          values={[made.secret]}
          onClose={() => show(undefined)}
        />
      )}
    </>
  );
}
