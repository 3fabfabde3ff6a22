import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { ChevronDown } from "lucide-react";
import { useMay } from "../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { choosePaymentMode, type PaymentModeName, paymentMode } from "../../platform/session/payment-mode.ts";
import { useStore } from "../../platform/state/store.ts";
import { MenuButton } from "./floating-menu.tsx";
import { shellMessages } from "./shell.messages.ts";

/** Switch between live and test mode, for users with access to payments. */
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
    run: () => choosePaymentMode(value as PaymentModeName),
  }));
  const shown = PaymentMode.memberOf(mode);
  const text = shown?.text[locale] ?? mode;
  return (
    <MenuButton label={`${words.mode}: ${text}`} className="mode" actions={actions}>
      <StatusChip text={text} tone={shown?.tone ?? "neutral"} shape={shown?.shape ?? "filled"} isFlat />
      <ChevronDown size={12} aria-hidden />
    </MenuButton>
  );
}
