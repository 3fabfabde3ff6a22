import { sysConfigMessages } from "@countinghouse/contract/settings/config/config.messages.ts";
import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
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

/** How the site presents itself before and after signing in. */
export function SiteForm() {
  const { text } = useWords(sysConfigMessages);
  const answer = useAnswer(sysConfig, "sysInfo", {});
  return (
    <section className="ch-card config-site">
      <Answered answer={answer}>
        {(data) => (
          <Allowed need="sysConfig:saveSysInfo" fallback={<p>{text.siteReadOnly}</p>}>
            <CurrentLogo value={data.sysLogo}>
              <CardForm
                resource={sysConfig}
                operation="saveSysInfo"
                fields={fields}
                record={{ ...data, sysLogoBase64: null }}
                // Title, logo and watermark are on screen right now.
                onDone={() => void loadSystemInfo()}
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
  const { text } = useWords(sysConfigMessages);
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
    <div className="config-logo">
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
