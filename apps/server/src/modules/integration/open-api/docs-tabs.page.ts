import { type LanguageSamples, sampleBase, samples } from "@countinghouse/contract/integration/open-api/samples.ts";
import { type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import { html, type Markup } from "../../../platform/http/html.ts";

const words = {
  language: text3("Programming language", "编程语言", "程式語言"),
  run: text3("Save as {file}, then run", "保存为 {file}，然后运行", "存為 {file}，然後執行"),
};

interface Tabs {
  /** Distinguishes the tabs of several sections. */
  readonly name: string;
  readonly textOf: (sample: LanguageSamples) => string;
  /** Whether it is a complete program. */
  readonly isProgram?: boolean;
  readonly base: string;
}

/** A sample in every language, one per tab; tabs work without a script, and without `:has` all samples are shown. */
export function sampleTabs({ name, textOf, isProgram = false, base }: Tabs, locale: Locale): Markup {
  const run = ({ file, command }: LanguageSamples): Markup => {
    const [before = "", after = ""] = words.run[locale].split("{file}");
    return html`<p>${before}<code>${file}</code>${after}</p><pre tabindex="0">APP_KEY=ak_test_… APP_SECRET=sk_test_… ${command}</pre>`;
  };
  return html`<div class="tabs"><fieldset aria-label="${words.language[locale]}">${samples.map(
    (sample, index) =>
      html`<label><input type="radio" name="${name}-language" value="${sample.code}"${index === 0 && html` checked`}>${sample.name}</label>`,
  )}</fieldset>
${samples.map((sample) => html`<div class="panel" data-code="${sample.code}">${isProgram && run(sample)}<pre tabindex="0">${textOf(sample).replaceAll(sampleBase, base)}</pre></div>`)}</div>`;
}
