import { Field } from "@countinghouse/ui/fields/field.tsx";
import { Eye, EyeOff, Lock } from "lucide-react";
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { signInMessages } from "./sign-in.messages.ts";
import "./sign-in.css";

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value" | "id">;

interface FieldProps extends InputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Rendered inside the field, after the text. */
  readonly after?: ReactNode;
}

/** A field with a native input: the sign-in page does not load the component kit. */
export function TextField({ label, value, onChange, error, hint, after, ...input }: FieldProps) {
  return (
    <div className="sign-field">
      <Field label={label} error={error} hint={hint}>
        {({ id, isInvalid, describedBy }) => (
          <div className="ch-input" data-invalid={isInvalid ? "" : undefined}>
            <input
              id={id}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              aria-invalid={isInvalid || undefined}
              aria-describedby={describedBy}
              {...input}
            />
            {after}
          </div>
        )}
      </Field>
    </div>
  );
}

/** A password field with reveal button and Caps Lock warning. Pasting and password managers work. */
export function PasswordField(props: Omit<FieldProps, "after" | "type">) {
  const words = useWords(signInMessages);
  const [isShown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const capsHint = capsLock ? (
    <span className="sign-caps" role="status">
      <Lock size={14} aria-hidden /> {words.capsLock}
    </span>
  ) : null;
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      spellCheck={false}
      autoCapitalize="off"
      hint={capsHint ?? props.hint}
      after={
        <button
          type="button"
          className="ch-icon-btn sign-eye"
          aria-label={isShown ? words.hidePassword : words.showPassword}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
        </button>
      }
    />
  );
}

/** Error of the whole form, announced at once. */
export const FormError = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert" className="sign-alert-slot">
    {children ? <p className="sign-alert">{children}</p> : null}
  </div>
);

/** The submit button. */
export const SubmitButton = ({ isBusy, children }: { readonly isBusy: boolean; readonly children: ReactNode }) => (
  <button type="submit" className="ch-btn ch-btn-primary ch-btn-large sign-submit" aria-busy={isBusy}>
    {children}
  </button>
);
