import { readFileSync } from "node:fs";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replay, signInReplay } from "./calls.ts";
import type { Kept, ReplayedCall } from "./replayed-call.ts";
import { adminPassword, type StockAnswer, StockClient, type StockNode, sealed, startStockNode } from "./stock-node.ts";

/** Addresses of our console that a refusal may name: those of its menu, and the map of the database beside it. */
const consolePages = new Set([
  ...resources.flatMap((resource: Resource) => (resource.menu ? [resource.menu.path] : [])),
  "/develop/database/visual",
]);

let node: StockNode;
let client: StockClient;
const kept: Kept = {};
const counted = { answered: 0, elsewhere: 0, unsafe: 0 };
const localTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

beforeAll(async () => {
  node = await startStockNode();
  client = new StockClient(node.url);
  expect(await client.login("admin", adminPassword)).toMatchObject({ status: 200, code: 200 });
  await prepare();
});
afterAll(() => node.stop());

/** An order paid by WeChat, and a refund of it; of a merchant that nothing else is known of. */
const paidByWechat = `
  SET session_replication_role = replica;
  INSERT INTO coin_orders (merchant_id, id, tenant_id, order_no, merchant_order_no, content_hash, mode, type, payment_type,
    status, currency, amount, captured_amount, capture_method, max_attempts, order_time, expire_time, paid_time, origin,
    payment_method, transaction_no, refund_status)
  VALUES ('mer_01J00000000000000000000001', 'ord_01J00000000000000000000001', 1, 'OR202611270001', 'A-1', 'x', 'live',
    'one_time', 'server_to_server', 'paid', 'CNY', 12900, 12900, 'automatic', 5, now(), now(), now(), 'platform', 'wechat',
    '4200002345202611270123456789', 'partial');
  INSERT INTO order_refunds (merchant_id, id, tenant_id, refund_no, mode, order_id, order_no, merchant_order_no, attempt_id,
    gateway_account_id, trade_no, currency, amount, settle_currency, settle_amount, parts, source_bucket, reason, status,
    applicant_type, refund_time, succeeded_time, finished_time)
  VALUES ('mer_01J00000000000000000000001', 'rfd_01J00000000000000000000001', 1, 'RF202611270001', 'live',
    'ord_01J00000000000000000000001', 'OR202611270001', 'A-1', 'att_01J00000000000000000000001', 'x',
    '4200002345202611270123456789', 'CNY', 900, 'CNY', 900, '[]', 'pending', 'requested_by_customer', 'succeeded',
    'operator', now(), now(), now());
  SET session_replication_role = DEFAULT`;

/** Rows that the calls need and do not make themselves. */
async function prepare(): Promise<void> {
  const [tenant] = await node.query("INSERT INTO tenants (name) VALUES ('Second tenant') RETURNING id");
  kept.tenant = Number(tenant?.id);
  await node.query(
    `INSERT INTO exception_logs (create_time, tenant_id, account, status, http_method, request_url, remote_ip, location, browser,
     os, elapsed, request_id, node, error_type) VALUES (now(), 1, 'lin', '500', 'POST', '/api/sysPos/add', '192.0.2.1', '', '',
     '', 1, 'r', 'n', 'TypeError')`,
  );
  await client.send("POST", "/api/sysNotice/add", { body: { title: "Draft", content: "text", type: 1 } });
  const drafts = await client.send("POST", "/api/sysNotice/page", { body: { title: "Draft" } });
  kept.draft = drafts.result.items[0].id;
  await client.send("POST", "/api/sysConfig/add", { body: { name: "Other", code: "other_setting", value: "1" } });
  const configs = await client.send("POST", "/api/sysConfig/page", { body: { name: "Other" } });
  kept.config2 = configs.result.items[0].id;
  await node.query(paidByWechat);
  const own = await client.send("POST", "/api/sysOpenAccess/add", {
    body: { name: "Program", bindUserId: 1 },
    headers: { "x-countinghouse-console": "1" },
  });
  expect(own).toMatchObject({ status: 200, code: 200 });
}

const pathOf = ({ call, path }: ReplayedCall): string =>
  path?.(kept) ?? call.split(" ")[1]?.replace(/\{\w+\}/g, "1") ?? "";

async function send(one: ReplayedCall): Promise<StockAnswer> {
  const [method = "POST"] = one.call.split(" ");
  if (/uploadAvatar|uploadSignature/.test(one.call)) {
    const form = new FormData();
    form.append("file", new File([Buffer.from("89504e470d0a1a0a0000", "hex")], "face.png", { type: "image/png" }));
    return client.send(method, pathOf(one), { body: form });
  }
  if (one.call.endsWith("sysFile/uploadFile")) {
    const form = new FormData();
    form.append("File", new File(["a,b\n1,2\n"], "stock-table.csv", { type: "text/csv" }));
    for (const [name, value] of Object.entries({ FileType: "", IsPublic: "false", Path: "", RelationName: "" }))
      form.append(name, value);
    return client.send(method, pathOf(one), { body: form });
  }
  return client.send(method, pathOf(one), { query: one.query ?? {}, body: one.body?.(kept) });
}

/** Faults of an answer; none where it ended as the call says. */
function faultsOf({ ends, call }: ReplayedCall, answer: StockAnswer): string[] {
  if (ends === "file") {
    const isFile = /attachment/.test(answer.headers.get("content-disposition") ?? "") && answer.body.length > 0;
    counted.answered += 1;
    return isFile ? [] : [`${call} brought no file: ${answer.message}`];
  }
  if (answer.status !== 200) return [`${call} has status ${answer.status}: ${answer.message}`];
  if (!localTime.test(answer.time ?? "")) return [`${call} tells the time as ${answer.time}`];
  if (typeof ends === "string") {
    counted[ends] += 1;
    const isWorded =
      answer.code === 400 && answer.result === null && answer.message.length > 20 && answer.bizCode === undefined;
    const page = /http:\/\/[^/\s]+(\/[\w/]+)/.exec(answer.message)?.[1] ?? "";
    return isWorded && answer.message.includes("not safe") === (ends === "unsafe") && consolePages.has(page)
      ? []
      : [`${call} is not refused in words: ${answer.code} ${answer.message}`];
  }
  counted.answered += 1;
  if (answer.code !== 200) return [`${call} is refused: ${answer.code} ${answer.bizCode} ${answer.message}`];
  if (answer.type !== "success" || answer.message !== "") return [`${call} is no success: ${answer.type}`];
  return ends(answer.result, call);
}

describe("the calls of the published API, as their stock client makes them", () => {
  test("are all there, once each", () => {
    const all = [...replay, ...signInReplay].map(({ call }) => call);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(196);
  });

  test("end as the published description has them, or in words", async () => {
    const faults: string[] = [];
    for (const one of replay) {
      const answer = await send(one);
      faults.push(...faultsOf(one, answer));
      if (answer.code === 200) one.keep?.(answer.result as never, kept);
    }
    expect(faults).toEqual([]);
  });

  test("of the sign-in end so too", async () => {
    const other = new StockClient(node.url);
    const ended = async (call: string, answer: Promise<StockAnswer>) => {
      const one = signInReplay.find((known) => known.call === call);
      return one ? faultsOf(one, await answer) : [`${call} is not known`];
    };
    const post = (path: string, body?: unknown) => other.send("POST", path, { body });
    const faults = [
      ...(await ended("GET /api/sysAuth/captcha", other.send("GET", "/api/sysAuth/captcha"))),
      ...(await ended("POST /api/sysAuth/login", other.login("admin", adminPassword))),
      ...(await ended(
        "POST /api/sysAuth/unLockScreen",
        post(`/api/sysAuth/unLockScreen?password=${sealed(adminPassword)}`),
      )),
    ];
    const next = "lantern 93 otter violet";
    faults.push(
      ...(await ended(
        "POST /api/sysUser/changePwd",
        post("/api/sysUser/changePwd", { passwordOld: sealed(adminPassword), passwordNew: sealed(next) }),
      )),
      ...(await ended("POST /api/sysAuth/logout", post("/api/sysAuth/logout"))),
    );
    expect(faults).toEqual([]);
    expect(other.access).toBeUndefined();
    // Nobody has this number, and a stranger is not told so.
    expect(await post("/api/sysSms/sendSms/13912345678")).toMatchObject({ status: 200, code: 200, result: null });
    expect(await post("/api/sysAuth/loginPhone", { phone: "13912345678", code: "123456" })).toMatchObject({
      status: 200,
      code: 400,
      bizCode: "sysAuth.phoneCodeWrong",
    });
    counted.answered += 2;
  });

  test("are told by name in docs/compatibility.md, call by call", () => {
    const text = readFileSync(new URL("../../../../docs/compatibility.md", import.meta.url), "utf8");
    const table = text.slice(text.indexOf("## Call by call"));
    const told = [...table.matchAll(/^\| `(GET|POST) ([^`]+)` \| (answered|elsewhere|unsafe) \|/gm)].map(
      ([, method, path, how]) => `${method} /api/${path} ${how}`,
    );
    const how = ({ ends }: ReplayedCall): string => (typeof ends === "string" && ends !== "file" ? ends : "answered");
    const phone = ["POST /api/sysAuth/loginPhone", "POST /api/sysSms/sendSms/{phoneNumber}"];
    const all = [...replay, ...signInReplay].map(
      (one) => `${one.call} ${phone.includes(one.call) ? "answered" : how(one)}`,
    );
    expect(told.sort()).toEqual(all.sort());
  });

  test("are counted", () => {
    const { answered, elsewhere, unsafe } = counted;
    const all = answered + elsewhere + unsafe;
    console.info(`stock client: ${answered} answered, ${elsewhere} on a page of ours, ${unsafe} never; ${all} of 196`);
    expect(all).toBe(196);
  });
});
