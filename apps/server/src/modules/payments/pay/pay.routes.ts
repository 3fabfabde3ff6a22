import { createHash } from "node:crypto";
import { type Locale, localeFrom, locales } from "@countinghouse/contract/kit/locale.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientGone } from "../../../platform/http/client-gone.ts";
import type { Spine } from "../../../platform/http/open-context.ts";
import { factsOfRequest } from "../../../platform/http/request-facts.ts";
import type { Platform } from "../../../platform/platform.ts";
import { admit, readClientToken, type TokenSubject, type Turns } from "../../integration/open-api/index.ts";
import { isOurForm, makeFormToken } from "./form-token.service.ts";
import { type PageFacts, payPage, wordsIn } from "./pay.page.ts";
import { type PayableOrder, readCard, type Screen, screenOf } from "./pay.policy.ts";
import { type Chosen, type OrderDesk, type Trouble, troubleOf } from "./pay.service.ts";
import { payScript, payStyle } from "./pay-assets.page.ts";
import { cancelPage, choosePage } from "./pay-choose.page.ts";
import { statePage, wordPage } from "./pay-state.page.ts";

export interface PayOptions {
  readonly platform: Platform;
  readonly spine: Spine;
  /** Payers at the page and merchants' servers take turns. */
  readonly turns: Turns;
  readonly desk: OrderDesk;
}

const bodyLimitBytes = 8_192;
/** No third party, no frame, no script but ours; forms go to us alone. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const assetOf = (name: string, text: string) => {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16);
  return { path: `/pay/assets/${hash}-${name}`, text };
};
const style = assetOf("pay.css", payStyle);
const script = assetOf("pay.js", payScript);

/** Puts the hosted payment page on the server, for whoever holds the token of an order. */
export function servePayPage(app: FastifyInstance, options: PayOptions): void {
  app.register(
    async (scope) => {
      acceptFormsOnly(scope);
      answerErrors(scope);
      serveAssets(scope);
      // The address holds the word that opens the order.
      const config = { hidesPath: true } as const;
      scope.get("/:token", { config }, (request, reply) => withPage(options, request, reply, showOrder));
      scope.get("/:token/return", { config }, (request, reply) => withPage(options, request, reply, comeBack));
      scope.post("/:token/card", { config }, (request, reply) => withPage(options, request, reply, payByCard));
      scope.post("/:token/method", { config }, (request, reply) => withPage(options, request, reply, payByMethod));
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
  for (const [{ path, text }, type] of [
    [style, "text/css"],
    [script, "text/javascript"],
  ] as const)
    scope.get(path.replace("/pay", ""), async (_request, reply) =>
      reply.header("cache-control", "public, max-age=31536000, immutable").type(`${type}; charset=utf-8`).send(text),
    );
}

const unknownPage = (): Refusal => refuse("platform.routeNotFound", {}, { status: 404 });

/** The payer's language: the one chosen on the page, else the browser's. */
function localeOf({ query, headers }: FastifyRequest): Locale {
  const chosen = (query as Readonly<Record<string, unknown>>).lang;
  return locales.find((locale) => locale === chosen) ?? localeFrom(headers["accept-language"]);
}

function send(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header("content-security-policy", contentPolicy)
    .header("x-frame-options", "DENY")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(text);
}

/** Every error is a page in the payer's language that tells what to do and nothing of ours. */
function answerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500);
    // Only the kind of error: what was typed into the form must not get near a log.
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

/** One request for the page of one order. */
interface Visit {
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

type Answer = (visit: Visit) => Promise<FastifyReply>;

async function withPage(options: PayOptions, request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const { platform, spine, desk } = options;
  const { token = "" } = request.params as { token?: string };
  const now = spine.clock.now();
  const isForm = request.method === "POST";
  // People read and submit at this pace; somebody who tries cards does not.
  const allowances = [{ bucket: `pay:${request.ip}`, perSecond: 5, burst: 60 }];
  const subject = readClientToken(platform, token, now);
  if (isForm) {
    const place = createHash("sha256").update(token).digest("base64url").slice(0, 24);
    allowances.push({ bucket: `pay-form:${place}`, perSecond: 0.2, burst: 8 });
  }
  const { isGranted } = await admit(spine.db, now, { allowances });
  if (!isGranted) throw refuse("platform.tooManyRequests", { seconds: 5 }, { status: 429 });
  const order = subject && !subject.isExpired ? await desk.find(subject) : undefined;
  if (!subject || !order) throw unknownPage();
  const facts = {
    locale: localeOf(request),
    path: `/pay/${token}`,
    assets: { style: style.path, script: script.path },
  };
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const visit: Visit = { options, request, reply, token, subject, order, facts, form, now };
  if (!isForm) return answer(visit);
  if (!isTrusted(visit)) return choose(visit, 403, { isStale: true });
  return options.turns.within("payments", `pay:${subject.merchantId}`, clientGone(reply), () => answer(visit));
}

/** A form is taken from the page we drew, and from no page of somebody else. */
function isTrusted({ options, request, token, form, now }: Visit): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return form.getAll("form").length === 1 && isOurForm(options.platform, token, form.get("form") ?? undefined, now);
}

const seeOther = ({ reply, facts }: Visit, extra = ""): FastifyReply =>
  reply
    .code(303)
    .header("cache-control", "no-store")
    .header("location", `${facts.path}?lang=${facts.locale}${extra}`)
    .send();

const addressOf =
  ({ path, locale }: PageFacts) =>
  (step: string): string =>
    `${path}/${step}?lang=${locale}`;

interface Told extends Partial<Trouble> {
  readonly isStale?: boolean;
}

/** The page to choose how to pay, unless the order is past that. */
async function choose(visit: Visit, status: number, told: Told): Promise<FastifyReply> {
  const { options, reply, token, subject, order, facts, now } = visit;
  const screen = screenOf(order, now);
  if (screen.kind !== "choose") return show(visit, screen);
  const methods = await options.desk.methods(subject, order, facts.locale);
  const body = choosePage(
    {
      order,
      methods,
      decline: told.decline ?? screen.decline,
      faults: told.faults ?? {},
      isStale: told.isStale ?? false,
      formToken: makeFormToken(options.platform, token, now),
      actionOf: addressOf(facts),
    },
    facts.locale,
  );
  return send(reply, status, payPage(facts, { title: `${wordsIn(facts.locale).title} · ${order.merchantName}`, body }));
}

/** Seconds between two looks at an order that moves by itself. */
const refreshOf: Readonly<Record<Screen["kind"], number | undefined>> = {
  choose: undefined,
  leave: 15,
  scan: 4,
  voucher: 60,
  wait: 3,
  end: undefined,
};

async function show(visit: Visit, screen: Exclude<Screen, { kind: "choose" }>): Promise<FastifyReply> {
  const { options, request, reply, subject, order, facts } = visit;
  const { locale } = facts;
  const backUrl = await options.desk.backUrl(subject, order);
  const methodName = await nameOfMethod(visit);
  const { title, body } = statePage(screen, { order, methodName, backUrl }, locale);
  const isSent = (request.query as Readonly<Record<string, unknown>>).go === "1";
  const refreshSeconds = refreshOf[screen.kind];
  return send(
    reply,
    200,
    payPage(facts, {
      title,
      body,
      ...(screen.kind === "leave" && isSent ? { goTo: screen.url } : {}),
      ...(refreshSeconds === undefined ? {} : { refreshSeconds }),
    }),
  );
}

async function nameOfMethod({ options, subject, order, facts }: Visit): Promise<string> {
  const methods = await options.desk.methods(subject, order, facts.locale);
  return methods.find(({ code }) => code === order.paymentMethod)?.name ?? order.paymentMethod ?? "";
}

async function showOrder(visit: Visit): Promise<FastifyReply> {
  const screen = screenOf(visit.order, visit.now);
  return screen.kind === "choose" ? choose(visit, 200, {}) : show(visit, screen);
}

/** The way back from an issuer or a wallet. What the address claims counts for nothing: the gateway is asked. */
async function comeBack(visit: Visit): Promise<FastifyReply> {
  const { options, request, subject } = visit;
  await troubleOf(() => options.desk.look(subject, factsOfRequest(request)));
  return seeOther(visit);
}

async function pay(visit: Visit, chosen: Chosen): Promise<FastifyReply> {
  const { options, request, subject } = visit;
  const trouble = await troubleOf(() => options.desk.pay(subject, chosen, factsOfRequest(request)));
  return trouble ? choose(visit, 422, trouble) : seeOther(visit, "&go=1");
}

async function payByCard(visit: Visit): Promise<FastifyReply> {
  const names = [...visit.form.keys()];
  const reading = readCard(Object.fromEntries(visit.form), visit.now);
  // A field that comes twice was not sent by our form.
  if (new Set(names).size !== names.length) return choose(visit, 400, { isStale: true });
  if ("faults" in reading) return choose(visit, 422, { faults: reading.faults, decline: null });
  return pay(visit, { method: reading.brand ? `card_${reading.brand}` : "card", card: reading.card });
}

async function payByMethod(visit: Visit): Promise<FastifyReply> {
  const { options, subject, order, facts, form } = visit;
  const methods = await options.desk.methods(subject, order, facts.locale);
  const method = methods.find(({ code, category }) => code === form.get("method") && category !== "card");
  return method ? pay(visit, { method: method.code, card: null }) : choose(visit, 422, { decline: "card" });
}

/** A cancelled order cannot be paid any more, so that one press is not enough. An order past choosing is shown as it is. */
async function askBeforeCancel(visit: Visit): Promise<FastifyReply> {
  const { options, reply, token, order, facts, now } = visit;
  if (screenOf(order, now).kind !== "choose") return seeOther(visit);
  const parts = {
    order,
    formToken: makeFormToken(options.platform, token, now),
    actionOf: addressOf(facts),
    backUrl: `${facts.path}?lang=${facts.locale}`,
  };
  const { cancelAsked } = wordsIn(facts.locale).page;
  const asking = { ...facts, path: `${facts.path}/cancel` };
  const title = `${cancelAsked} · ${order.merchantName}`;
  return send(reply, 200, payPage(asking, { title, body: cancelPage(parts, facts.locale) }));
}

async function cancel(visit: Visit): Promise<FastifyReply> {
  const { options, request, subject } = visit;
  await troubleOf(() => options.desk.cancel(subject, factsOfRequest(request)));
  return seeOther(visit);
}
