import { createHash } from "node:crypto";
import { type Locale, localeFrom, locales } from "@countinghouse/contract/kit/locale.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseWhileOff } from "../../../platform/clock/clock.ts";
import { clientGone } from "../../../platform/http/client-gone.ts";
import { faceBytes, faceName } from "../../../platform/http/face.ts";
import type { Runtime } from "../../../platform/http/open-context.ts";
import { factsOfRequest } from "../../../platform/http/request-facts.ts";
import type { Platform } from "../../../platform/platform.ts";
import { admitRequest, type CallTurns, readClientToken, type TokenSubject } from "../../integration/open-api/index.ts";
import { isOurForm, makeFormToken } from "./form-token.service.ts";
import {
  type DrawnPage,
  filledSentence,
  orderHead,
  type PageFacts,
  type PageParts,
  payPage,
  wordsIn,
} from "./pay.page.ts";
import { type PayableOrder, type PayScreen, payScreenOf, readCard } from "./pay.policy.ts";
import { type ChosenPayment, type PayPageOrder, type PayProblem, payProblemOf } from "./pay.service.ts";
import { payScript, payStyle } from "./pay-assets.page.ts";
import { cancelPage, choosePage } from "./pay-choose.page.ts";
import { backSeconds, isDone, statePage, wordPage } from "./pay-state.page.ts";
import { keepPayerDevice, payerDeviceOf } from "./payer-device.service.ts";

export interface PayOptions {
  readonly platform: Platform;
  readonly spine: Runtime;
  /** Payers on the page and merchants' servers share the same gates. */
  readonly turns: CallTurns;
  readonly desk: PayPageOrder;
}

const bodyLimitBytes = 8_192;
/** Content security policy: no third party, no frame, no script but ours; forms are sent to us only. */
const contentPolicy = (styleDigest: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${styleDigest}'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const assetOf = (name: string, content: string) => {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  return { path: `/pay/assets/${hash}-${name}`, content };
};
const style = assetOf("pay.css", payStyle);
const script = assetOf("pay.js", payScript);
const face = { path: `/pay/assets/${faceName}`, content: faceBytes };

/** Serves the hosted payment page to holders of an order's token. */
export function servePayPage(app: FastifyInstance, options: PayOptions): void {
  app.register(
    async (scope) => {
      acceptFormsOnly(scope);
      answerErrors(scope);
      serveAssets(scope);
      // The address contains the order's token.
      const config = { hidesPath: true } as const;
      scope.get("/:token", { config }, (request, reply) => withPage(options, request, reply, showOrder));
      scope.get("/:token/return", { config }, (request, reply) => withPage(options, request, reply, comeBack));
      scope.get("/:token/logo", { config }, (request, reply) => withPage(options, request, reply, sendLogo));
      scope.get("/:token/back", { config }, (request, reply) => withPage(options, request, reply, goBack));
      scope.post("/:token/pay", { config }, (request, reply) => withPage(options, request, reply, payAsChosen));
      scope.get("/:token/cancel", { config }, (request, reply) => withPage(options, request, reply, askBeforeCancel));
      scope.post("/:token/cancel", { config }, (request, reply) => withPage(options, request, reply, cancel));
      scope.all("/*", { config }, async () => {
        throw unknownPage();
      });
    },
    { prefix: "/pay" },
  );
}

function acceptFormsOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: bodyLimitBytes },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
}

function serveAssets(scope: FastifyInstance): void {
  for (const [{ path, content }, type] of [
    [style, "text/css; charset=utf-8"],
    [script, "text/javascript; charset=utf-8"],
    [face, "font/woff2"],
  ] as const)
    scope.get(path.replace("/pay", ""), async (_request, reply) =>
      reply.header("cache-control", "public, max-age=31536000, immutable").type(type).send(content),
    );
}

const unknownPage = (): Refusal => refuse("platform.routeNotFound");

/** The payer's language: the one chosen on the page, else the browser's. */
function localeOf({ query, headers }: FastifyRequest): Locale {
  const chosen = (query as Readonly<Record<string, unknown>>).lang;
  return locales.find((locale) => locale === chosen) ?? localeFrom(headers["accept-language"]);
}

function send(reply: FastifyReply, status: number, { text, styleDigest }: DrawnPage): FastifyReply {
  return reply
    .code(status)
    .header("content-security-policy", contentPolicy(styleDigest))
    .header("x-frame-options", "DENY")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(text);
}

/** Every error becomes a page in the payer's language that says what to do, without internals. */
function answerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500);
    // Logs the kind of error only: form input must not reach a log.
    if (status >= 500)
      request.log.error({ kind: error.name, code: error.code, stack: error.stack }, "payment page failed");
    const locale = localeOf(request);
    const { state } = wordsIn(locale);
    const [title, text] =
      status === 429
        ? [state.tooMany, state.tooManyText]
        : status >= 500
          ? [state.trouble, state.troubleText]
          : [state.unknown, state.unknownText];
    const facts = { locale, path: "", assets: { style: style.path, script: script.path } };
    if (status === 429) reply.header("retry-after", "5");
    return send(reply, status, payPage(facts, { title, body: wordPage(title, text) }));
  });
}

/** One request for an order's page. */
interface PageVisit {
  readonly options: PayOptions;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly token: string;
  readonly subject: TokenSubject;
  readonly order: PayableOrder;
  readonly facts: PageFacts;
  readonly form: URLSearchParams;
  readonly now: Date;
}

type Answer = (visit: PageVisit) => Promise<FastifyReply>;

async function withPage(options: PayOptions, request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const { platform, spine, desk } = options;
  const { token = "" } = request.params as { token?: string };
  const now = spine.clock.now();
  const isForm = request.method === "POST";
  if (isForm) refuseWhileOff(platform.clock);
  const locale = localeOf(request);
  // A rate that people reach when reading and submitting, and a card-testing script exceeds.
  const allowances = [{ bucket: `pay:${request.ip}`, perSecond: 5, burst: 60 }];
  const subject = readClientToken(platform, token, now);
  if (isForm) {
    const place = createHash("sha256").update(token).digest("base64url").slice(0, 24);
    allowances.push({ bucket: `pay-form:${place}`, perSecond: 0.2, burst: 8 });
  }
  const { isGranted } = await admitRequest(spine.db, now, { allowances });
  if (!isGranted) throw refuse("platform.tooManyRequests", { seconds: 5 });
  const order = subject && !subject.isExpired ? await desk.find(subject, locale) : undefined;
  if (!subject || !order) throw unknownPage();
  const facts = {
    locale,
    path: `/pay/${token}`,
    assets: { style: style.path, script: script.path },
  };
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const visit: PageVisit = { options, request, reply, token, subject, order, facts, form, now };
  if (!isForm) return answer(visit);
  if (!isTrusted(visit)) return choose(visit, 403, { isStale: true });
  return options.turns.within("payments", `pay:${subject.merchantId}`, clientGone(reply), () => answer(visit));
}

/** Accepts a form only from a page that we rendered. */
function isTrusted({ options, request, token, form, now }: PageVisit): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return form.getAll("form").length === 1 && isOurForm(options.platform, token, form.get("form") ?? undefined, now);
}

const seeOther = ({ reply, facts }: PageVisit, extra = ""): FastifyReply =>
  reply
    .code(303)
    .header("cache-control", "no-store")
    .header("location", `${facts.path}?lang=${facts.locale}${extra}`)
    .send();

const addressOf =
  ({ path, locale }: PageFacts) =>
  (step: string): string =>
    `${path}/${step}?lang=${locale}`;

interface PageNotice extends Partial<PayProblem> {
  readonly isStale?: boolean;
}

/** The visitor's language and browser. */
const browserOf = ({ request, facts: { locale } }: PageVisit) => ({
  locale,
  userAgent: request.headers["user-agent"] ?? "",
});

/** The method choice, unless the order is past it. */
async function choose(visit: PageVisit, status: number, told: PageNotice): Promise<FastifyReply> {
  const { options, token, subject, order, facts, form, now } = visit;
  const screen = payScreenOf(order, now);
  if (screen.kind !== "choose") return show(visit, screen);
  const methods = await options.desk.methods(subject, order, browserOf(visit));
  const body = choosePage(
    {
      order,
      methods,
      chosen: form.get("method") ?? order.paymentMethod,
      decline: told.decline ?? screen.decline,
      faults: told.faults ?? {},
      isStale: told.isStale ?? false,
      formToken: makeFormToken(options.platform, token, now),
      actionOf: addressOf(facts),
    },
    facts.locale,
  );
  const title = filledSentence(wordsIn(facts.locale).page.payTo, { merchant: order.merchantName });
  keepPayerDevice(visit.request, visit.reply);
  return draw(visit, status, { title, body });
}

/** Renders an order's page with its header. */
function draw({ reply, order, facts }: PageVisit, status: number, parts: PageParts, at = facts): FastifyReply {
  const { brandColor: colour, logoChecksum, mode } = order;
  // The URL changes with the content.
  const logoUrl = logoChecksum === null ? undefined : `${facts.path}/logo?v=${logoChecksum.slice(0, 12)}`;
  const head = orderHead(order, at.locale, logoUrl);
  return send(reply, status, payPage(at, { ...parts, head, colour, logoUrl, isTest: mode === "test" }));
}

/** Seconds between reloads while the order can change by itself. */
const refreshOf: Readonly<Record<PayScreen["kind"], number | undefined>> = {
  choose: undefined,
  leave: 15,
  scan: 4,
  voucher: 60,
  wait: 3,
  end: undefined,
};

async function show(visit: PageVisit, screen: Exclude<PayScreen, { kind: "choose" }>): Promise<FastifyReply> {
  const { options, request, subject, order, facts } = visit;
  const { locale, path } = facts;
  const query = request.query as Readonly<Record<string, unknown>>;
  const hasWayBack = (await options.desk.backUrl(subject, order)) !== null;
  // Signed when it is followed, however long the page stays open.
  const backUrl = hasWayBack ? `${path}/back?lang=${locale}` : null;
  const returns = backUrl !== null && isDone(screen) && query.stay !== "1";
  const stayUrl = returns ? `${path}?lang=${locale}&stay=1` : null;
  const methodName = await nameOfMethod(visit);
  const { title, body } = statePage(screen, { order, methodName, backUrl, stayUrl }, locale);
  const refreshSeconds = refreshOf[screen.kind];
  return draw(visit, 200, {
    title,
    body,
    ...(screen.kind === "leave" && query.go === "1" ? { goTo: { url: screen.url, seconds: 0 } } : {}),
    ...(returns ? { goTo: { url: backUrl, seconds: backSeconds } } : {}),
    ...(refreshSeconds === undefined ? {} : { refreshSeconds }),
  });
}

async function nameOfMethod(visit: PageVisit): Promise<string> {
  const { options, subject, order } = visit;
  const methods = await options.desk.methods(subject, order, browserOf(visit));
  return methods.find(({ code }) => code === order.paymentMethod)?.name ?? order.paymentMethod ?? "";
}

async function showOrder(visit: PageVisit): Promise<FastifyReply> {
  const screen = payScreenOf(visit.order, visit.now);
  return screen.kind === "choose" ? choose(visit, 200, {}) : show(visit, screen);
}

/** Return from an issuer or wallet. The URL's claims are ignored: the gateway is queried. */
async function comeBack(visit: PageVisit): Promise<FastifyReply> {
  const { options, request, subject } = visit;
  await payProblemOf(() => options.desk.look(subject, factsOfRequest(request)));
  return seeOther(visit);
}

async function pay(visit: PageVisit, how: Omit<ChosenPayment, "deviceId">): Promise<FastifyReply> {
  const { options, request, subject, facts, now } = visit;
  const chosen = { ...how, deviceId: payerDeviceOf(request) };
  const trouble = await payProblemOf(() => options.desk.pay(subject, chosen, factsOfRequest(request)));
  if (trouble === undefined) return seeOther(visit, "&go=1");
  if (trouble !== "unexplained") return choose(visit, 422, trouble);
  // Instead of showing an empty form again, the page names a problem that the order does not show.
  const order = await options.desk.find(subject, facts.locale);
  const isOpen = order !== undefined && payScreenOf(order, now).kind === "choose";
  return isOpen ? choose({ ...visit, order }, 422, { decline: "technical" }) : seeOther(visit, "&go=1");
}

async function payByCard(visit: PageVisit): Promise<FastifyReply> {
  const reading = readCard(Object.fromEntries(visit.form), visit.now);
  if ("faults" in reading) return choose(visit, 422, { faults: reading.faults, decline: null });
  return pay(visit, { method: reading.brand ? `card_${reading.brand}` : "card", card: reading.card });
}

/** Pays with the chosen method; card fields sent along with another method are ignored. */
async function payAsChosen(visit: PageVisit): Promise<FastifyReply> {
  const { options, subject, order, form } = visit;
  const names = [...form.keys()];
  // Our form does not send a field twice.
  if (new Set(names).size !== names.length) return choose(visit, 400, { isStale: true });
  if (form.get("method") === "card") return payByCard(visit);
  const methods = await options.desk.methods(subject, order, browserOf(visit));
  const method = methods.find(({ code, category }) => code === form.get("method") && category !== "card");
  return method ? pay(visit, { method: method.code, card: null }) : choose(visit, 422, { decline: "card" });
}

/** Redirects to the shop, with the order's status signed now. */
async function goBack(visit: PageVisit): Promise<FastifyReply> {
  const { options, reply, subject, order } = visit;
  const url = await options.desk.backUrl(subject, order);
  if (url === null) return seeOther(visit);
  return reply
    .code(303)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("location", url)
    .send();
}

/** The shop's logo. Opened directly it cannot run scripts, load resources or be framed. */
async function sendLogo({ options, reply, subject }: PageVisit): Promise<FastifyReply> {
  const logo = await options.desk.logo(subject);
  if (!logo) throw unknownPage();
  return reply
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "private, max-age=86400")
    .type(logo.contentType)
    .send(logo.content);
}

/**
 * Confirmation, because a cancelled order cannot be paid any more. An order past the choice shows its status instead.
 */
async function askBeforeCancel(visit: PageVisit): Promise<FastifyReply> {
  const { options, token, order, facts, now } = visit;
  if (payScreenOf(order, now).kind !== "choose") return seeOther(visit);
  const parts = {
    formToken: makeFormToken(options.platform, token, now),
    actionOf: addressOf(facts),
    backUrl: `${facts.path}?lang=${facts.locale}`,
  };
  const { cancelAsked } = wordsIn(facts.locale).page;
  const asking = { ...facts, path: `${facts.path}/cancel` };
  const title = `${cancelAsked} · ${order.merchantName}`;
  return draw(visit, 200, { title, body: cancelPage(parts, facts.locale) }, asking);
}

async function cancel(visit: PageVisit): Promise<FastifyReply> {
  const { options, request, subject } = visit;
  await payProblemOf(() => options.desk.cancel(subject, factsOfRequest(request)));
  return seeOther(visit);
}
