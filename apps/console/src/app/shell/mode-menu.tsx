import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { ChevronDown } from "lucide-react";
import { useMay } from "../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { type PaymentModeName, paymentMode } from "../../platform/session/payment-mode.ts";
import { useStore } from "../../platform/state/store.ts";
import { MenuButton } from "./floating-menu.tsx";
import { shellMessages } from "./shell.messages.ts";

/** Chooses between live and test money, for those who see payments at all. */
export function ModeMenu() {
  const words = useWords(shellMessages);
  const locale = useLocale();
  const mode = useStore(paymentMode);
  const seesPayments = useMay()("coinOrder:page");
  if (!seesPayments) return null;
  const actions = PaymentMode.members.map(({ value, text }) => ({
    key: String(value),
    label: text[locale],
    isChecked: value === mode,
    run: () => paymentMode.set(value as PaymentModeName),
  }));
  const shown = PaymentMode.memberOf(mode);
  return (
    <MenuButton label={words.mode} actions={actions}>
      <span className={`mode ch-tone-${shown?.tone ?? "neutral"}`}>
        <span className="ch-dot ch-dot-filled" aria-hidden="true" />
        {shown?.text[locale] ?? mode}
        <ChevronDown size={12} aria-hidden />
      </span>
    </MenuButton>
  );
}
