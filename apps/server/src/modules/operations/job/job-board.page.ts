import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import { JobState, sysJob } from "@countinghouse/contract/operations/job/job.ts";

/** What the page says, in every language: the console around it may change its own at any time. */
const words = Object.fromEntries(
  locales.map((locale) => {
    const { title, fields, text } = sysJobMessages[locale];
    const states = Object.fromEntries(JobState.members.map((member) => [member.value, member.text[locale]]));
    return [locale, { title, fields, text, states }];
  }),
);

const tones = Object.fromEntries(JobState.members.map(({ value, tone, shape }) => [value, `${tone} ${shape}`]));

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const attribute = (value: object): string => JSON.stringify(value).replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** The page around the board; its script fills it. */
export const boardShell = (locale: Locale): string => {
  const { title, text } = sysJobMessages[locale];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/schedule/page.css">
<script src="/schedule/page.js" defer></script>
</head>
<body data-words="${attribute(words)}" data-tones="${attribute(tones)}" data-permission="${permissionOf(sysJob.name, "board")}">
<header><h1>${title}</h1><p id="pulse" class="quiet"></p></header>
<p id="notice" role="status">${text.loading}</p>
<main hidden>
<section aria-labelledby="queues-title"><h2 id="queues-title"></h2><div id="queues"></div></section>
<section aria-labelledby="runs-title"><h2 id="runs-title"></h2><div id="runs"></div></section>
</main>
</body>
</html>`;
};
