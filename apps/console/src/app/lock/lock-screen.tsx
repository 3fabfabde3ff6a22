import { type FormEvent, useEffect, useState } from "react";
import { languageTags } from "../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { useSystemInfo } from "../../platform/session/system-info.ts";
import { OverlayEnds } from "../loading-overlay.tsx";
import { lockedUser, signOut, unlockScreen } from "../session/session-start.ts";
import { Avatar } from "../shell/user-menu.tsx";
import { FormError, PasswordField } from "../sign-in/fields.tsx";
import { useSubmit } from "../sign-in/use-submit.ts";
import { lockMessages } from "./lock.messages.ts";
import "./lock.css";

/** The lock screen. Only the server unlocks the session. */
export function LockScreen() {
  const words = useWords(lockMessages);
  const { sysTitle } = useSystemInfo();
  const [password, setPassword] = useState("");
  const submit = useSubmit();
  const user = lockedUser();
  useEffect(() => {
    document.title = `${words.title} - ${sysTitle}`;
  }, [words, sysTitle]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (password === "") return;
    void submit.run(() => unlockScreen(password)).then(() => setPassword(""));
  };
  return (
    <main className="lock">
      <Clock />
      <form onSubmit={send}>
        {user ? (
          <div className="lock-user">
            <Avatar user={user} />
            <div>
              <strong>{user.realName || user.account}</strong>
              <span>{user.account}</span>
            </div>
          </div>
        ) : null}
        <h1>{words.title}</h1>
        <p>{words.text}</p>
        <PasswordField
          label={words.password}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          autoFocus
          required
        />
        <FormError>{submit.error?.message}</FormError>
        <button type="submit" className="ch-btn ch-btn-primary ch-btn-large" aria-busy={submit.isBusy}>
          {submit.isBusy ? words.unlocking : words.unlock}
        </button>
        <button type="button" className="ch-btn-link" onClick={() => void signOut()}>
          {words.signOut}
        </button>
      </form>
      <OverlayEnds />
    </main>
  );
}

function Clock() {
  const tag = languageTags[useLocale()];
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="lock-clock" aria-hidden="true">
      <span>{new Intl.DateTimeFormat(tag, { hour: "2-digit", minute: "2-digit", hour12: false }).format(now)}</span>
      <span>{new Intl.DateTimeFormat(tag, { month: "long", day: "numeric", weekday: "long" }).format(now)}</span>
    </div>
  );
}
