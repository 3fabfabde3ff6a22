import { fill, type Locale, localeFrom } from "@countinghouse/contract/kit/locale.ts";
import { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import { type JobQueue, JobState, type JobTry } from "@countinghouse/contract/operations/job/job.ts";
import { jobNames } from "@countinghouse/contract/operations/job/job-names.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { html, type Markup, trusted } from "../../../platform/http/html.ts";
import type { Platform } from "../../../platform/platform.ts";
import { readBoard } from "./job.service.ts";
import { isGoodTicket, ticketCookie } from "./job-ticket.service.ts";

/** The console page that embeds the board. */
const boardPage = "/platform/job/dashboard";
/** Refresh interval of the page, in seconds. */
const renewSeconds = 10;

/**
 * The job board as a page of this server, for holders of a ticket cookie; everybody else is redirected to the console
 * to sign in. Only language and theme are read from the address, so that no token appears in one.
 */
export function serveJobBoard(app: FastifyInstance, platform: Platform): void {
  app.get<{ Querystring: { lang?: unknown; theme?: unknown } }>("/schedule", async (request, reply) => {
    reply.header("cache-control", "no-store");
    const { lang, theme } = request.query;
    const scheme = theme === "dark" || theme === "light" ? theme : "light dark";
    const locale = localeFrom(typeof lang === "string" ? lang : request.headers["accept-language"]);
    if (!(await isGoodTicket(platform, ticketOf(request)))) {
      // Within its own frame the console would not help: the surrounding page requests a new ticket.
      if (request.headers["sec-fetch-dest"] !== "iframe") return reply.redirect(boardPage, 302);
      const { text } = sysJobMessages[locale];
      return reply
        .code(401)
        .type(htmlType)
        .send(pageOf(locale, scheme, html`<p>${text.boardGone}</p>`).text);
    }
    const board = await readBoard({ db: platform.db, now: platform.clock.now() }, undefined);
    return reply.type(htmlType).send(pageOf(locale, scheme, boardOf(board, locale)).text);
  });
}

const htmlType = "text/html; charset=utf-8";

const ticketOf = ({ headers }: FastifyRequest): string =>
  (headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${ticketCookie}=`))
    ?.slice(ticketCookie.length + 1) ?? "";

const clock = (instant: string | null): string => (instant === null ? "–" : instant.slice(0, 19).replace("T", " "));

const styles = `
  :root { font: 13px/20px system-ui, sans-serif }
  body { margin: 16px } h1 { font-size: 16px } h2 { font-size: 14px; margin: 20px 0 8px }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: start; padding: 4px 12px 4px 0; border-bottom: 1px solid light-dark(#e5e7eb, #374151); vertical-align: top }
  th { font-weight: 500; white-space: nowrap; color: light-dark(#4b5563, #9ca3af) }
  .n { text-align: end } td.n, td.t { font-variant-numeric: tabular-nums; white-space: nowrap }
  small { color: light-dark(#6b7280, #9ca3af) }
  .wide { overflow-x: auto }`;

/** A page that refreshes itself. */
const pageOf = (locale: Locale, scheme: string, body: Markup): Markup => html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="${scheme}">
<meta http-equiv="refresh" content="${renewSeconds}"><title>${sysJobMessages[locale].actions.board}</title>
<style>${trusted(styles)}</style></head><body>${body}</body></html>`;

/** Queues and the latest runs, in UTC. */
function boardOf(
  {
    now,
    queues,
    runs,
  }: { readonly now: string; readonly queues: readonly JobQueue[]; readonly runs: readonly JobTry[] },
  locale: Locale,
): Markup {
  const { fields, text } = sysJobMessages[locale];
  const nameOf = (queue: string): Markup =>
    jobNames[queue] ? html`${jobNames[queue].name[locale]}<br><small>${queue}</small>` : html`${queue}`;
  const stateOf = (state: string) => JobState.members.find(({ value }) => value === state)?.text[locale] ?? state;
  return html`<h1>${sysJobMessages[locale].actions.board} <small>${fill(text.updated, { time: `${clock(now)} UTC` })}</small></h1>
<h2>${text.queues}</h2><div class="wide"><table><thead><tr>
<th>${fields.name}</th><th class="n">${fields.waiting}</th><th class="n">${fields.active}</th><th class="n">${fields.failed}</th>
<th class="n">${fields.completedToday}</th><th>${fields.lastRun}</th><th>${fields.nextRun}</th><th>${fields.schedules}</th>
</tr></thead><tbody>${queues.map(
    (
      queue,
    ) => html`<tr><td>${nameOf(queue.name)}</td><td class="n">${queue.waiting}</td><td class="n">${queue.active}</td>
<td class="n">${queue.failed}</td><td class="n">${queue.completedToday}</td><td class="t">${clock(queue.lastRun)}</td>
<td class="t">${clock(queue.nextRun)}</td><td class="t">${queue.schedules.map(({ cron, timeZone }) => `${cron} ${timeZone}`).join(", ")}</td></tr>`,
  )}</tbody></table></div>
<h2>${text.runs}</h2><div class="wide"><table><thead><tr><th>${fields.name}</th><th>${fields.state}</th>
<th>${fields.startedAt}</th><th>${fields.finishedAt}</th><th class="n">${fields.elapsed}</th><th>${fields.error}</th></tr></thead><tbody>
${runs.map(
  (
    run,
  ) => html`<tr><td>${nameOf(run.queue)}</td><td>${stateOf(run.state)}</td><td class="t">${clock(run.startedAt)}</td>
<td class="t">${clock(run.finishedAt)}</td><td class="n">${run.elapsed === null ? "–" : fill(text.milliseconds, { count: run.elapsed })}</td>
<td>${run.error ?? ""}</td></tr>`,
)}</tbody></table></div>`;
}
