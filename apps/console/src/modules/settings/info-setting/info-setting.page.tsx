import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import { sysInfoSettingMessages } from "@countinghouse/contract/settings/info-setting/info-setting.messages.ts";
import { sysInfoSetting } from "@countinghouse/contract/settings/info-setting/info-setting.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { Upload } from "lucide-react";
import { createContext, useContext, useRef, useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { CardForm } from "../../../platform/pickers/card-form.tsx";
import { dataUriOf } from "../../../platform/pickers/data-uri.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { loadSystemInfo } from "../../../platform/session/system-info.ts";
import "../../../platform/pages/pages.css";
import "./info-setting.css";

/** Largest image that is read at all, in bytes; the server has the last word. */
const logoLimit = 512 * 1024;
const logoTypes = "image/png,image/jpeg,image/webp,image/svg+xml";

const CurrentLogo = createContext("");

const fields = [
  { field: "sysLogoBase64", input: LogoInput, isWide: true },
  "sysTitle",
  "sysViceTitle",
  { field: "sysViceDesc", isWide: true },
  "sysWatermark",
  "sysCopyright",
  "sysIcp",
  "sysIcpUrl",
  "sysSecondVer",
  "sysCaptcha",
] as const;

/** How the site presents itself before and after signing in; what is saved counts at once. */
export function InfoSettingPage() {
  const { title } = useWords(sysInfoSettingMessages);
  return (
    <div className="ch-page">
      <header className="ch-page-head">
        <h1>{title}</h1>
      </header>
      <SiteForm />
    </div>
  );
}

function SiteForm() {
  const { text } = useWords(sysInfoSettingMessages);
  const client = useQueryClient();
  const answer = useAnswer(sysInfoSetting, "detail", {});
  const renew = () => {
    void client.invalidateQueries({ queryKey: [sysInfoSetting.name] });
    void loadSystemInfo();
  };
  return (
    <section className="ch-card site-card">
      <Answered answer={answer}>
        {(data) => (
          <Allowed need="sysConfig:saveSysInfo" fallback={<p>{text.readOnly}</p>}>
            <CurrentLogo value={data.sysLogo}>
              <CardForm
                resource={sysConfig}
                operation="saveSysInfo"
                fields={fields}
                record={{ ...data, sysLogoBase64: null }}
                // Title, logo and watermark are on screen right now.
                onDone={renew}
              />
            </CurrentLogo>
          </Allowed>
        )}
      </Answered>
    </section>
  );
}

/** A logo chosen from the device, shown before it is saved; none chosen keeps the present one. */
function LogoInput({ facts, value, onChange, isDisabled = false }: InputProps<string>) {
  const { text } = useWords(sysInfoSettingMessages);
  const current = useContext(CurrentLogo);
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > logoLimit) return setProblem(text.logoLimit);
    setProblem(undefined);
    onChange(await dataUriOf(file));
  };
  return (
    <div className="site-logo">
      <img src={value ?? current} alt={text.logoPreview} />
      <input
        ref={picker}
        type="file"
        hidden
        accept={logoTypes}
        aria-label={text.chooseLogo}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button
        {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
        disabled={isDisabled}
        icon={<Upload size={16} aria-hidden="true" />}
        onClick={() => picker.current?.click()}
      >
        {text.chooseLogo}
      </Button>
      <span role="status">{problem ?? text.logoHint}</span>
    </div>
  );
}
