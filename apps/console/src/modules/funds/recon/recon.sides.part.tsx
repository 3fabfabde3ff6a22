import { ReconLineType, ReconRefType } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import { reconItemMessages } from "@countinghouse/contract/funds/recon/recon-item.messages.ts";
import type { ReconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Link } from "react-router";
import { LineSides, Side } from "../../../platform/funds/line-case.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { reconScreenMessages } from "./recon.messages.ts";

const none = "–";

type Of = { readonly item: ReconItem };

/** Both sides of a line, what differs in them marked. */
export function ReconSides({ item }: Of) {
  const words = useWords(reconScreenMessages);
  const isListed = item.lineNo !== null;
  return (
    <LineSides ofFile={isListed ? fill(words.sideOfFile, { line: item.lineNo ?? "" }) : words.notInFile}>
      <Names item={item} />
      <Amounts item={item} />
      <Times item={item} />
    </LineSides>
  );
}

function Names({ item }: Of) {
  const words = useWords(reconScreenMessages);
  const { fields } = useWords(reconItemMessages);
  const locale = useLocale();
  const type = ReconLineType.memberOf(item.type)?.text[locale] ?? item.type;
  const order = item.orderId ? (
    <Link to={`/trade/order/${item.orderId}`} className="ch-link ch-mono">
      {item.orderNo}
    </Link>
  ) : null;
  return (
    <>
      <Side
        name={words.reference}
        file={<span className="ch-mono">{item.upstreamRef || none}</span>}
        ours={<span className="ch-mono">{item.ourRefNo ?? words.nothingOfOurs}</span>}
      />
      <Side
        name={fields.type}
        file={item.lineNo === null ? none : type}
        ours={ReconRefType.memberOf(item.ourRefType)?.text[locale] ?? none}
      />
      <Side name={fields.orderNo} file={<span className="ch-mono">{item.merchantRef || none}</span>} ours={order} />
      {item.merchantName ? <Side name={fields.merchantName} ours={item.merchantName} /> : null}
    </>
  );
}

function Amounts({ item }: Of) {
  const words = useWords(reconScreenMessages);
  const { fields } = useWords(reconItemMessages);
  const language = useLocale();
  const isListed = item.lineNo !== null;
  const isBoth = isListed && item.ourRefId !== null;
  const money = (minor: string | null, code: string | null) =>
    minor === null || code === null ? none : formatMoney(fromWire(minor, code), { language });
  const ofFile = (minor: string) => (isListed ? money(minor, item.netCurrency) : none);
  const ourFee = item.ourFeeAmount ?? "0";
  const ourNet = item.ourGrossAmount === null ? null : String(BigInt(item.ourGrossAmount) - BigInt(ourFee));
  const accrued = fill(words.accrued, { fee: money(item.ourFeeAmount, item.ourCurrency) });
  return (
    <>
      <Side
        name={words.gross}
        file={ofFile(item.grossAmount)}
        ours={money(item.ourGrossAmount, item.ourCurrency)}
        differs={isBoth && item.grossAmount !== item.ourGrossAmount}
      />
      <Side
        name={fields.currency}
        file={isListed ? item.lineCurrency : none}
        ours={item.ourCurrency ?? none}
        differs={item.matchStatus === "currency_mismatch"}
      />
      <Side name={fields.interchangeAmount} file={ofFile(item.interchangeAmount)} />
      <Side name={fields.schemeFeeAmount} file={ofFile(item.schemeFeeAmount)} />
      <Side name={fields.markupAmount} file={ofFile(item.markupAmount)} />
      <Side
        name={words.feeInAll}
        file={ofFile(item.feeAmount)}
        ours={item.ourFeeAmount === null ? none : accrued}
        differs={isBoth && item.feeAmount !== ourFee}
      />
      <Side
        name={words.net}
        file={ofFile(item.netAmount)}
        ours={money(ourNet, item.ourCurrency)}
        differs={item.difference !== "0"}
      />
    </>
  );
}

function Times({ item }: Of) {
  const words = useWords(reconScreenMessages);
  const ours = item.ourTime ? <TimeCell value={item.ourTime} /> : none;
  return (
    <Side
      name={words.booked}
      file={item.itemTime ? <TimeCell value={item.itemTime} /> : none}
      ours={item.expectedDate ? fill(words.expected, { day: item.expectedDate }) : ours}
      differs={item.matchStatus === "date_mismatch"}
    />
  );
}
