import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type KeyboardEvent, useRef, useState } from "react";
import { storeTokens } from "../../platform/api/tokens.ts";
import { useWords } from "../../platform/i18n/use-words.ts";
import { useSystemInfo } from "../../platform/session/system-info.ts";
import { sessionMemory } from "../../platform/state/local.ts";
import { type InvitationTarget, invitationIn } from "../guard.ts";
import { wasSessionEnded } from "../session/leave-session.ts";
import { AccountForm } from "./account-form.tsx";
import { EnrolmentForm } from "./enrolment-form.tsx";
import { PasswordChangeForm } from "./password-change-form.tsx";
import { PhoneForm } from "./phone-form.tsx";
import { QrPanel } from "./qr-panel.tsx";
import { SecondFactorForm } from "./second-factor.tsx";
import { signInMessages } from "./sign-in.messages.ts";
import type { SignInResult, SignInStep } from "./sign-in-call.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

const doors = ["account", "phone", "qr"] as const;
type Door = (typeof doors)[number];

/** Sign-in page: three methods, then further steps that the server requires. */
export function SignInPage({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const words = useWords(signInMessages);
  const [invited] = useState(() => invitationIn(window.location.hash));
  const [step, setStep] = useState<SignInStep | undefined>(() => invited && choosing(invited));
  const proceed = async (result: SignInResult) => {
    if (result.outcome !== "signedIn") return setStep(result);
    sessionMemory.write("ended", undefined);
    storeTokens({ access: result.accessToken, refresh: result.refreshToken });
    await onSignedIn();
  };
  return (
    <SignInFrame title={words.title}>
      {step ? (
        <NextStep
          step={step}
          account={step.outcome === "passwordChange" ? invited?.account : undefined}
          onResult={proceed}
          onStartOver={() => setStep(undefined)}
        />
      ) : (
        <Doors onResult={proceed} />
      )}
    </SignInFrame>
  );
}

/** The first step of an invitation link. */
const choosing = ({ invitation }: InvitationTarget): SignInStep => ({
  outcome: "passwordChange",
  passwordChangeTicket: invitation,
  expirySeconds: 0,
});

interface StepProps {
  readonly step: SignInStep;
  /** Account whose password is set by a link. */
  readonly account: string | undefined;
  readonly onResult: (result: SignInResult) => Promise<void>;
  readonly onStartOver: () => void;
}

function NextStep({ step, account, onResult, onStartOver }: StepProps) {
  const words = useWords(signInMessages);
  const choice = account
    ? { title: words.inviteTitle, text: fill(words.inviteText, { account }) }
    : { title: words.changeTitle, text: words.changeText };
  const heading = {
    secondFactor: { title: words.mfaTitle, text: words.mfaText },
    enrolment: { title: words.enrolTitle, text: words.enrolText },
    passwordChange: choice,
  }[step.outcome];
  return (
    <>
      <h1>{heading.title}</h1>
      <p className="sign-lead">{heading.text}</p>
      {step.outcome === "secondFactor" ? <SecondFactorForm step={step} onResult={onResult} /> : null}
      {step.outcome === "enrolment" ? <EnrolmentForm step={step} onResult={onResult} /> : null}
      {step.outcome === "passwordChange" ? <PasswordChangeForm step={step} onResult={onResult} /> : null}
      <button type="button" className="ch-btn-link sign-over" onClick={onStartOver}>
        {words.startOver}
      </button>
    </>
  );
}

function Doors({ onResult }: { readonly onResult: (result: SignInResult) => Promise<void> }) {
  const words = useWords(signInMessages);
  const { sysTitle, sysViceTitle, sysViceDesc } = useSystemInfo();
  const [door, setDoor] = useState<Door>("account");
  const [isEnded] = useState(wasSessionEnded);
  return (
    <>
      <h1>{sysViceTitle && sysViceTitle !== sysTitle ? sysViceTitle : words.title}</h1>
      <p className="sign-lead" role="status">
        {isEnded ? words.sessionEnded : sysViceDesc || words.subtitle}
      </p>
      <DoorTabs door={door} onChange={setDoor} />
      <div role="tabpanel" id="door-panel" aria-labelledby={`door-${door}`}>
        {door === "account" ? <AccountForm onResult={onResult} /> : null}
        {door === "phone" ? <PhoneForm onResult={onResult} /> : null}
        {door === "qr" ? <QrPanel onResult={onResult} /> : null}
      </div>
    </>
  );
}

function DoorTabs({ door, onChange }: { readonly door: Door; readonly onChange: (door: Door) => void }) {
  const words = useWords(signInMessages);
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = doors[(doors.indexOf(door) + by + doors.length) % doors.length] ?? "account";
    onChange(next);
    list.current?.querySelector<HTMLElement>(`#door-${next}`)?.focus();
  };
  return (
    <div role="tablist" className="sign-tabs" ref={list} onKeyDown={move}>
      {doors.map((one) => (
        <button
          key={one}
          id={`door-${one}`}
          type="button"
          role="tab"
          aria-selected={one === door}
          aria-controls="door-panel"
          tabIndex={one === door ? 0 : -1}
          onClick={() => onChange(one)}
        >
          {words.doors[one]}
        </button>
      ))}
    </div>
  );
}
