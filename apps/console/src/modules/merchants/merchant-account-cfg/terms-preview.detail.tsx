import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { merchantAccountCfgMessages } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.messages.ts";
import {
  type MerchantAccountCfg,
  merchantAccountCfg,
} from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

type Preview = ResultOf<(typeof merchantAccountCfg)["operations"]["preview"]>;

/** What a waiting version means: when the next days' captures are settled, what is withheld, what a withdrawal costs. */
export function TermsPreview({ row }: { readonly row: MerchantAccountCfg }) {
  const { text } = useWords(merchantAccountCfgMessages);
  const answer = useAnswer(merchantAccountCfg, "preview", row as never);
  return (
    <section>
      <h3 className="ch-section-title">{text.previewTitle}</h3>
      <Answered answer={answer}>
        {(data) => (
          <>
            <Dates of={data} />
            <Amounts of={data} currency={row.settlementCurrency} />
          </>
        )}
      </Answered>
    </section>
  );
}

/** A day and how far it is from the capture, told apart at a glance from one that stays. */
const dayOf = (day: string | null, total: number | null): string => (day === null ? "–" : `${day} (+${total ?? 0})`);

function Dates({ of: { dates } }: { readonly of: Preview }) {
  const { text } = useWords(merchantAccountCfgMessages);
  return (
    <table className="ch-diff ch-diff-change" aria-label={text.settledAfter}>
      <thead>
        <tr>
          <th scope="col">{text.captured}</th>
          <th scope="col">{text.settledBefore}</th>
          <th scope="col">{text.settledAfter}</th>
        </tr>
      </thead>
      <tbody>
        {dates.map(({ captureDay, before, after, beforeTotal, afterTotal }) => (
          <tr key={captureDay}>
            <th scope="row">{captureDay}</th>
            <td>{dayOf(before, beforeTotal)}</td>
            <td>{dayOf(after, afterTotal)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Amounts({ of: preview, currency }: { readonly of: Preview; readonly currency: string }) {
  const { text } = useWords(merchantAccountCfgMessages);
  const language = useLocale();
  const amount = (minor: string | null) =>
    minor === null ? "–" : formatMoney(fromWire(minor, currency), { language, show: "code" });
  const { sample, reserveBefore, reserveAfter, reserveUntil, withdrawalBefore, withdrawalAfter } = preview;
  const until = reserveUntil && reserveAfter !== "0" ? ` · ${fill(text.until, { day: reserveUntil })}` : "";
  const rows = [
    [text.reserveOf, amount(reserveBefore), `${amount(reserveAfter)}${until}`],
    [text.withdrawalOf, amount(withdrawalBefore), amount(withdrawalAfter)],
  ] as const;
  return (
    <table className="ch-diff ch-diff-change" aria-label={text.previewTitle}>
      <tbody>
        {rows.map(([label, before, after]) => (
          <tr key={label}>
            <th scope="row">{fill(label, { amount: amount(sample) })}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
