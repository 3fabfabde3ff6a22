import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useLocale } from "../i18n/use-words.ts";

interface ChipOfProps {
  readonly enumeration: Enumeration;
  readonly value: string | null;
  readonly isFlat?: boolean;
}

/** A value of an enumeration as its chip; nothing for none, and the bare value of a newer server. */
export function ChipOf({ enumeration, value, isFlat = false }: ChipOfProps) {
  const locale = useLocale();
  if (value === null) return null;
  const member = enumeration.memberOf(value);
  if (!member) return <StatusChip text={value} isFlat={isFlat} />;
  return <StatusChip text={member.text[locale]} tone={member.tone} shape={member.shape} isFlat={isFlat} />;
}
