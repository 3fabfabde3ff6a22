import { DepositMoveKind } from "@countinghouse/contract/funds/mer-deposit/deposit-enumerations.ts";
import { type DepositMove, merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ChipTone } from "@countinghouse/ui/cells/status-chip.tsx";
import { Timeline, type TimelineEvent } from "@countinghouse/ui/layout/timeline.tsx";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import type { CalendarOwner } from "./mer-deposit.calendar.part.tsx";
import { depositScreenMessages } from "./mer-deposit.messages.ts";
import { Sum } from "./mer-deposit.words.part.tsx";

/** What happened to a hold or to several, as lines of a timeline. */
function useLines(moves: readonly DepositMove[], isOfSeveral: boolean): readonly TimelineEvent[] {
  const words = useWords(depositScreenMessages);
  const locale = useLocale();
  return moves.map(({ id, kind, time, depositNo, merchantName, amount, currency, toDate, reason, operatorName }) => {
    const member = DepositMoveKind.memberOf(kind);
    const title = toDate ? fill(words.movedTo, { day: toDate }) : (member?.text[locale] ?? kind);
    const said = [isOfSeveral && depositNo, isOfSeveral && merchantName, operatorName, reason].filter(Boolean);
    const sign = kind === "used" ? "-" : "";
    return {
      key: id,
      at: time,
      title,
      detail: said.join(" · "),
      tone: (member?.tone ?? "neutral") as ChipTone,
      ...(amount ? { amount: <Sum value={`${sign}${amount}`} currency={currency} /> } : {}),
    };
  });
}

interface MovesProps {
  readonly of: readonly DepositMove[];
  /** Whether they are of several holds, each of which is named. */
  readonly isOfSeveral?: boolean;
}

/** What happened, newest first. */
export function Moves({ of, isOfSeveral = false }: MovesProps) {
  const words = useWords(depositScreenMessages);
  return <Timeline label={words.moves} events={useLines(of, isOfSeveral)} />;
}

/** The latest moves of all holds; folded, since the list is what most people came for. */
export function LatestMoves({ of }: { readonly of: CalendarOwner }) {
  const words = useWords(depositScreenMessages);
  const may = useMay()("merDeposit:moves");
  const { data = [] } = useAnswer(merDeposit, "moves", of, { isEnabled: may });
  if (data.length === 0) return null;
  return (
    <details className="ch-card deposit-latest">
      <summary>{words.moves}</summary>
      <Moves of={data} isOfSeveral />
    </details>
  );
}
