import { randomUUID } from "node:crypto";
import { queryBuilder } from "../../apps/server/src/platform/db/pool.ts";
import { makeShops, newOrder, signed } from "./intake-shops.ts";
import { rowBuilder } from "./row-builder.ts";
import type { Stage } from "./stage.ts";

/** A request by an anonymous caller, or by one with a payer's or gateway's credentials only. */
export interface StrangerCall {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const members = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",");
/** Repeats a piece up to a number of bytes. */
const filled = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
/** Size up to which headers and bodies of anonymous callers are read. */
const headBytes = 15_000;
const bodyBytes = 15_900;
/** Size up to which bodies of the open API and of gateway notifications are read. */
const openBytes = 260_000;
/** Digit sequences that look like card numbers until the last digit. */
const nearlyCards = ["4111 1111 1111 111 ", "4-4-", "4-1 1.1/1 ", "٤ ", "４・", "4,", "4x", "4​1"];

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

const post = (name: string, path: string, text: string, headers: object = json): StrangerCall => ({
  name,
  method: "POST",
  path,
  headers: { ...headers },
  body: Buffer.from(text),
});
const get = (name: string, path: string, headers: object = {}): StrangerCall => ({
  name,
  method: "GET",
  path,
  headers: { "accept-encoding": "br, gzip", ...headers },
  body: Buffer.alloc(0),
});

const signIn = "/api/sysAuth/login";

/** Bodies for sign-in and for protected operations: of maximum size, and larger. */
const bodies: readonly StrangerCall[] = [
  post("half a million numbers", signIn, `{"account":[${"1,".repeat(499_999)}1]}`),
  post("ninety thousand members", signIn, `{${members(90_000)}}`),
  post("numbers, all that is read", signIn, `{"account":[${"1,".repeat(8_000)}1]}`),
  post("members, all that is read", signIn, `{${members(1_500)}}`),
  post("members within members", signIn, filled('{"a":', bodyBytes)),
  post("levels, all that is read", signIn, `{"account":${"[".repeat(8_000)}${"]".repeat(8_000)}}`),
  post("escapes", signIn, `{"account":"${filled("\\u0661", bodyBytes)}"}`),
  post("signs that unfold to eighteen", signIn, `{"account":"${filled("ﷺ", bodyBytes)}"}`),
  post("marks upon marks", signIn, `{"account":"a${filled("\u0301", bodyBytes)}"}`),
  post("a name and no password", signIn, `{"account":"nobody","password":"${filled("x", bodyBytes)}"}`),
  ...nearlyCards.map((piece) =>
    post(`nearly card numbers, ${JSON.stringify(piece)}`, signIn, `{"account":"${filled(piece, bodyBytes)}"}`),
  ),
  post("a form of four thousand fields", signIn, filled("a=1&", bodyBytes), form),
  post("a form of brackets", signIn, filled("a[b][c]=1&", bodyBytes), form),
  post("digits for a telephone", "/api/sysAuth/loginPhone", `{"phone":"+${"4".repeat(15_000)}","code":"123456"}`),
  post("a telephone of marks", "/api/sysAuth/sendPhoneCode", `{"phone":"+${filled("4-", bodyBytes)}"}`),
  post(
    "a passkey",
    "/api/sysAuth/passkeyLogin",
    `{"ticket":"${"t".repeat(43)}","passkey":{"id":"${filled("A", bodyBytes - 200)}"}}`,
  ),
  post(
    "a second factor",
    "/api/sysAuth/verifyMfa",
    `{"mfaTicket":"${"t".repeat(43)}","method":"passkey","passkey":{"response":{"attestationObject":"${filled("v39/", bodyBytes - 300)}"}}}`,
  ),
  post("a list, without a sign-in", "/api/coinOrder/page", `{"merchantId":[${"1,".repeat(60_000)}1]}`),
  post("an order, without a signature", "/v1/orders", `{"items":[${"1,".repeat(120_000)}1]}`),
  post("nobody's notification", "/hooks/gateway/nobody", filled("4-4-", openBytes)),
];

/** Header costs are independent of the address. */
const heads: readonly StrangerCall[] = [
  get("a query of four thousand members", `/api/sysConfig/sysInfo?${filled("a=1&", headBytes)}`),
  get("a query of escapes", `/api/sysConfig/sysInfo?a=${filled("%D9%A1", headBytes)}`),
  get("a path of digits", `/api/${filled("4-4-", headBytes)}`),
  get("a path of escaped digits", `/api/${filled("%34%2D", headBytes)}`),
  ...nearlyCards.slice(0, 3).map((piece) =>
    get(`a browser called ${JSON.stringify(piece)}`, "/api/sysConfig/sysInfo", {
      "user-agent": filled(piece, headBytes).trim(),
    }),
  ),
  get("four thousand languages", "/api/sysConfig/sysInfo", { "accept-language": filled("zh,", headBytes) }),
  get("an endless token", "/api/coinOrder/detail?id=1", { authorization: `Bearer ${filled("eyJh.", headBytes)}` }),
  get("a stream of events with an endless token", "/api/events", {
    authorization: `Bearer ${filled("eyJh.", headBytes)}`,
  }),
  get("hosts before hosts", "/api/sysConfig/sysInfo", { "x-forwarded-for": filled("10.1.1.1,", headBytes) }),
  get("a page of payment that is none", `/pay/${filled("A", 200)}`),
];

/** Public pages. */
const pages: readonly StrangerCall[] = [
  get("the picture of the sign-in", "/api/sysAuth/captcha"),
  get("the document of the open API", "/v1/openapi.json"),
  get("its page", "/v1/docs"),
  get("its guide", "/v1/docs/guide"),
  get("the console", "/"),
  get("ready", "/readyz"),
  post("a code to scan", "/api/sysAuth/qrStart", "{}"),
  post("the beginning of a passkey", "/api/sysAuth/passkeyLoginOptions", "{}"),
];

/** Requests of a payer with an order token, of an app key without its secret, and to a gateway's address. */
async function held({ owner, tenantId, environment, api }: Stage): Promise<readonly StrangerCall[]> {
  const builder = rowBuilder(queryBuilder(owner), environment.COUNTINGHOUSE_SECRET ?? "");
  const { rows: orgs } = await owner.query<{ id: string }>("SELECT min(id) AS id FROM orgs WHERE tenant_id = $1", [
    tenantId,
  ]);
  const place = { tenantId, orgId: Number(orgs[0]?.id), simulatorUrl: "http://127.0.0.1:9" };
  const [shop] = await makeShops(builder, place, 1);
  if (!shop) throw new Error("no merchant was made");
  const { path, body, headers } = newOrder(shop, { isPaid: false });
  const answer = JSON.parse((await api.send("POST", path, body, headers)).body.toString());
  const { rows } = await owner.query<{ token: string; key: string }>(
    "SELECT g.webhook_token AS token, k.publishable_key AS key FROM gateway_accounts g, app_keys k WHERE k.app_key = $1 LIMIT 1",
    [shop.appKey],
  );
  const [{ token, key }] = rows as [{ token: string; key: string }];
  const payer = {
    ...json,
    authorization: `Bearer ${answer.clientToken}`,
    "x-app-key": key,
    "idempotency-key": randomUUID(),
  };
  const confirm = `/v1/orders/${answer.orderNo}/confirm`;
  const page = `/pay/${answer.clientToken}`;
  const text = filled("1,", openBytes);
  const unsigned = { ...json, ...signed(shop, "POST", path), "x-signature": "0".repeat(64) };
  return [
    post("a payer's numbers", confirm, `{"a":[${text}1]}`, payer),
    post("a payer's members", confirm, `{${members(20_000)}}`, payer),
    post("a payer's member again and again", confirm, `{${filled('"a":1,', openBytes)}"a":1}`, payer),
    post("a payer's levels", confirm, `{"a":${"[".repeat(openBytes / 2)}${"]".repeat(openBytes / 2)}}`, payer),
    post("a payer's escapes", confirm, `{"a":"${filled("\\u0661", openBytes)}"}`, payer),
    ...nearlyCards.map((piece) =>
      post(`a payer's ${JSON.stringify(piece)}`, confirm, `{"a":"${filled(piece, openBytes)}"}`, payer),
    ),
    post("a payer's form", `${page}/pay`, filled("a=1&", 8_000), form),
    post("a payer's card number, nearly", `${page}/pay`, `method=card&number=${filled("4-", 8_000)}`, form),
    get("a payer's page", page),
    get("a payer's query", `/v1/orders/${answer.orderNo}?${filled("a=1&", headBytes - 1_000)}`, payer),
    post("an app's key without its secret", path, `{"items":[${text}1]}`, unsigned),
    post("a notification without a proof", `/hooks/gateway/${token}`, filled("4-4-", openBytes)),
    post("a notification of levels", `/hooks/gateway/${token}`, "[".repeat(openBytes)),
    post("a notification of members", `/hooks/gateway/${token}`, `{${members(20_000)}}`),
  ];
}

/** All attempts. */
export const strangerCalls = async (stage: Stage): Promise<readonly StrangerCall[]> => [
  ...bodies,
  ...heads,
  ...pages,
  ...(await held(stage)),
];
