import { locales } from "@countinghouse/contract/kit/locale.ts";
import { coinAppMessages } from "@countinghouse/contract/merchants/coin-app/coin-app.messages.ts";
import { type CoinApp, coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { Button } from "antd";
import { Upload } from "lucide-react";
import { useRef } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { languageNames } from "../../../platform/i18n/language.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { dataUriOf } from "../../../platform/pickers/data-uri.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./coin-app.css";

type Props = { readonly row: CoinApp };

/** How an app shows itself to payers: its names, its colour and its logo, which is set here. */
export function AppBrand({ row }: Props) {
  const { text, fields } = useWords(coinAppMessages);
  const mayRead = useMay()("coinApp:logo");
  const names = locales.flatMap((locale) => {
    const name = row.payerNames?.[locale];
    return name ? [{ key: locale, label: languageNames[locale], value: name }] : [];
  });
  const colour = row.brandColor && (
    <span className="ch-app-colour">
      <svg width="16" height="16" aria-hidden="true">
        <rect width="16" height="16" rx="4" fill={row.brandColor} />
      </svg>
      {row.brandColor}
    </span>
  );
  return (
    <section>
      <h3 className="ch-section-title">{text.payerPage}</h3>
      <Facts
        facts={[
          ...names,
          ...(colour ? [{ key: "colour", label: fields.brandColor, value: colour }] : []),
          ...(mayRead ? [{ key: "logo", label: fields.logo, value: <AppLogo row={row} />, isWide: true }] : []),
        ]}
      />
    </section>
  );
}

function AppLogo({ row }: Props) {
  const { text } = useWords(coinAppMessages);
  const answer = useAnswer(coinApp, "logo", { id: row.id });
  return (
    <Answered answer={answer}>
      {(logo) => (
        <span className="ch-app-logo">
          {logo ? <img src={logo} alt={row.name} /> : <span className="ch-unknown">{text.noLogo}</span>}
          <LogoActions row={row} hasLogo={logo !== null} />
        </span>
      )}
    </Answered>
  );
}

/** Chooses a logo from the device, or takes the present one away; what is no logo is refused by the server. */
function LogoActions({ row, hasLogo }: Props & { readonly hasLogo: boolean }) {
  const { text } = useWords(coinAppMessages);
  const maySet = useMay()("coinApp:setLogo");
  const { attempt, isRunning } = useOperation(coinApp, "setLogo");
  const picker = useRef<HTMLInputElement>(null);
  if (!maySet) return null;
  const set = async (file: File | undefined) => {
    if (file) await attempt({ id: row.id, logo: await dataUriOf(file) });
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={text.chooseLogo}
        onChange={(event) => void set(event.target.files?.[0])}
      />
      <Button
        size="small"
        disabled={isRunning}
        icon={<Upload size={14} aria-hidden="true" />}
        onClick={() => picker.current?.click()}
      >
        {text.chooseLogo}
      </Button>
      {hasLogo && (
        <Button size="small" disabled={isRunning} onClick={() => void attempt({ id: row.id, logo: null })}>
          {text.removeLogo}
        </Button>
      )}
      <small>{text.logoHint}</small>
    </>
  );
}
