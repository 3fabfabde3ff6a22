import { accessSamples } from "@countinghouse/contract/operations/open-access/access-samples.ts";
import { sysOpenAccessMessages } from "@countinghouse/contract/operations/open-access/open-access.messages.ts";
import { copyText } from "@countinghouse/ui/cells/copy-text.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { Button, Tabs } from "antd";
import { useWords } from "../../../platform/i18n/use-words.ts";
import "./open-access.css";

/** How a call is signed, with programs that do it. */
export function AccessHelp() {
  const { text } = useWords(sysOpenAccessMessages);
  const ui = useUiWords();
  const take = async (code: string) => {
    if (await copyText(code)) toast.success(ui.copied);
    else toast.error(ui.copyFailed);
  };
  return (
    <section className="ch-card access-help">
      <h2>{text.signTitle}</h2>
      <p>{text.signText}</p>
      <p className="access-parts">{text.signParts}</p>
      <p>{text.limits}</p>
      <h2>{text.samples}</h2>
      <Tabs
        items={accessSamples.map(({ key, title, code }) => {
          const own = code.replaceAll("{base}", window.location.origin);
          return {
            key,
            label: title,
            children: (
              <>
                <Button onClick={() => void take(own)}>{text.copy}</Button>
                <pre className="access-code">{own}</pre>
              </>
            ),
          };
        })}
      />
    </section>
  );
}
