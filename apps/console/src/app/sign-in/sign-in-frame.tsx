import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { ChevronDown, Globe } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { languageNames } from "../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { loadSystemInfo, useSystemInfo } from "../../platform/session/system-info.ts";
import { changeSettings } from "../../platform/theme/settings.ts";
import { OverlayEnds } from "../loading-overlay.tsx";
import { SiteLogo } from "../site-logo.tsx";
import { signInMessages } from "./sign-in.messages.ts";
import { TrialBalance } from "./trial-balance.tsx";
import "./sign-in-steps.css";
import "./sign-in.css";

/** Frame of every sign-in step: name, language, footer, and a picture where there is space. */
export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const info = useSystemInfo();
  useEffect(() => {
    document.title = `${title} - ${info.sysTitle}`;
  }, [title, info.sysTitle]);
  useEffect(() => void loadSystemInfo(), []);
  return (
    <div className="sign">
      <div className="sign-panel">
        <header>
          <SiteLogo />
          <span className="sign-name">{info.sysTitle}</span>
          <LanguageSelect />
        </header>
        <main>{children}</main>
        <footer>
          <span>{info.sysCopyright || `© ${info.sysTitle}`}</span>
          {info.sysIcp ? (
            <a href={info.sysIcpUrl || "https://beian.miit.gov.cn"} target="_blank" rel="noreferrer">
              {info.sysIcp}
            </a>
          ) : null}
        </footer>
      </div>
      <TrialBalance />
      <OverlayEnds />
    </div>
  );
}

function LanguageSelect() {
  const words = useWords(signInMessages);
  return (
    <label className="sign-language">
      <Globe size={16} aria-hidden />
      <span className="ch-sr">{words.language}</span>
      <select value={useLocale()} onChange={(event) => changeSettings({ language: event.target.value as Locale })}>
        {locales.map((locale) => (
          <option key={locale} value={locale}>
            {languageNames[locale]}
          </option>
        ))}
      </select>
      <ChevronDown size={12} aria-hidden />
    </label>
  );
}
