import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { adminPassword, StockClient, type StockNode, sealed, startStockNode } from "./stock-node.ts";

const end = "\u001e";

let node: StockNode;
let admin: StockClient;

beforeAll(async () => {
  node = await startStockNode();
  admin = new StockClient(node.url);
  expect(await admin.login("admin", adminPassword)).toMatchObject({ code: 200 });
});
afterAll(() => node.stop());

// biome-ignore lint/suspicious/noExplicitAny: messages are read as the client's library reads them.
type Message = any;

interface Connection {
  readonly socket: WebSocket;
  readonly messages: Message[];
  /** The close code, once it is closed. */
  closed(): number | undefined;
  said(target: string): Message[];
}

/** Connects as the client's library does: token in the address, no negotiation, JSON protocol. */
async function connect(token: string | undefined, headers: Record<string, string> = {}): Promise<Connection> {
  const socket = new WebSocket(`${node.url.replace("http", "ws")}/hubs/onlineUser?token=${token ?? ""}`, { headers });
  const messages: Message[] = [];
  let code: number | undefined;
  socket.on("message", (data) => {
    for (const record of String(data).split(end).filter(Boolean)) messages.push(JSON.parse(record));
  });
  socket.on("close", (value) => {
    code = value;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("error", reject);
  });
  return {
    socket,
    messages,
    closed: () => code,
    said: (target) => messages.filter((one) => one.target === target),
  };
}

const shake = ({ socket }: Connection) => socket.send(JSON.stringify({ protocol: "json", version: 1 }) + end);

async function listen(token: string | undefined): Promise<Connection> {
  const connection = await connect(token);
  shake(connection);
  await vi.waitFor(() => expect(connection.messages[0]).toEqual({}), { timeout: 5_000 });
  return connection;
}

const invoke = ({ socket }: Connection, target: string, argument: unknown, invocationId?: string) =>
  socket.send(
    JSON.stringify({ type: 1, target, arguments: [argument], ...(invocationId ? { invocationId } : {}) }) + end,
  );

const within = { timeout: 10_000, interval: 50 };

const clerkPassword = "amber teapot 47 marching";

/** Somebody of the operator's without a role, who chose a password by the link that a reset tells. */
async function signedInClerk(account: string): Promise<StockClient> {
  const added = await admin.send("POST", "/api/sysUser/add", {
    body: { account, realName: account, orgId: 1, accountType: 777, roleIdList: [], extOrgIdList: [] },
  });
  expect(added.code).toBe(200);
  const { result: link } = await admin.send("POST", "/api/sysUser/resetPwd", { body: { id: added.result } });
  const passwordChangeTicket = new URLSearchParams(new URL(link).hash.slice(1)).get("invitation");
  const chosen = await fetch(`${node.url}/api/sysAuth/changePasswordByTicket`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-countinghouse-console": "1" },
    body: JSON.stringify({ passwordChangeTicket, newPassword: clerkPassword }),
  });
  expect(chosen.status).toBe(200);
  const clerk = new StockClient(node.url);
  expect(await clerk.login(account, clerkPassword)).toMatchObject({ code: 200 });
  return clerk;
}

describe("the hub", () => {
  test("lets in whoever is signed in, and tells strangers nothing", async () => {
    await expect(connect(undefined)).rejects.toThrow("401");
    await expect(connect("not.a.token")).rejects.toThrow("401");
    await expect(connect(admin.access, { origin: "https://evil.example" })).rejects.toThrow("403");
    const anonymous = new StockClient(node.url);
    expect((await anonymous.send("POST", "/hubs/onlineUser/negotiate?negotiateVersion=1")).status).toBe(401);
    const negotiated = await admin.send("POST", "/hubs/onlineUser/negotiate?negotiateVersion=1");
    expect(JSON.parse(negotiated.body.toString())).toMatchObject({
      negotiateVersion: 1,
      availableTransports: [{ transport: "WebSockets", transferFormats: ["Text"] }],
    });
  });

  test("tells who comes and goes to whoever may see it, and pings", async () => {
    const boss = await listen(admin.access);
    await vi.waitFor(() => expect(boss.said("OnlineUserList").length).toBeGreaterThan(0), within);
    const [
      {
        arguments: [list],
      },
    ] = boss.said("OnlineUserList");
    expect(list).toMatchObject({
      online: true,
      userList: [{ userName: "admin", connectionId: expect.stringMatching(/^ses_/) }],
    });
    expect(list.userList[0].time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const clerk = await signedInClerk("clerk.one");
    const other = await listen(clerk.access);
    const told = (online: boolean) =>
      boss.said("OnlineUserList").some(({ arguments: [one] }) => one.realName === "clerk.one" && one.online === online);
    await vi.waitFor(() => expect(told(true)).toBe(true), within);
    other.socket.close();
    await vi.waitFor(() => expect(told(false)).toBe(true), within);
    expect(other.said("OnlineUserList")).toEqual([]);
    await vi.waitFor(() => expect(boss.messages.some(({ type }) => type === 6)).toBe(true), within);
    boss.socket.close();
  });

  test("brings a notice as soon as it is published", async () => {
    const boss = await listen(admin.access);
    await admin.send("POST", "/api/sysNotice/add", { body: { title: "Hear this", content: "<p>now</p>", type: 1 } });
    const { result } = await admin.send("POST", "/api/sysNotice/page", { body: { title: "Hear this" } });
    await admin.send("POST", "/api/sysNotice/public", { body: { id: result.items[0].id } });
    await vi.waitFor(() => expect(boss.said("PublicNotice")).toHaveLength(1), within);
    expect(boss.said("PublicNotice")[0].arguments[0]).toMatchObject({
      title: "Hear this",
      content: "<p>now</p>",
      status: 1,
    });
    boss.socket.close();
  });

  test("signs out whose session is ended, wherever that was", async () => {
    const clerk = await signedInClerk("clerk.two");
    const other = await listen(clerk.access);
    const { result } = await admin.send("POST", "/api/sysOnlineUser/page", { body: { userName: "clerk.two" } });
    const { connectionId } = result.items[0];
    const ended = await admin.send("POST", "/api/sysOnlineUser/forceOffline", { body: { connectionId } });
    expect(ended).toMatchObject({ code: 200 });
    await vi.waitFor(() => expect(other.said("ForceOffline")).toHaveLength(1), within);
    await vi.waitFor(() => expect(other.closed()).toBe(1008), within);
    expect((await clerk.send("GET", "/api/sysAuth/userInfo")).code).toBe(401);
  });

  test("ends sessions by its own method for whoever may, and for nobody else", async () => {
    const clerk = await signedInClerk("clerk.three");
    const other = await listen(clerk.access);
    const boss = await listen(admin.access);
    const online = await admin.send("POST", "/api/sysOnlineUser/page", { body: {} });
    const idOf = (name: string) => online.result.items.find((one: Message) => one.userName === name).connectionId;
    invoke(other, "ForceOffline", { connectionId: idOf("admin") }, "1");
    await vi.waitFor(() => expect(other.messages.some(({ type }) => type === 3)).toBe(true), within);
    expect(other.messages.find(({ type }) => type === 3).error).toContain("sysOnlineUser:forceOffline");
    expect((await admin.send("GET", "/api/sysAuth/userInfo")).code).toBe(200);
    invoke(other, "ClientsSendMessagetoAll", { message: "hello", sendUserName: "System" }, "2");
    await vi.waitFor(() => expect(other.messages.filter(({ type }) => type === 3)).toHaveLength(2), within);
    expect(boss.said("ReceiveMessage")).toEqual([]);
    invoke(boss, "ForceOffline", { connectionId: idOf("clerk.three") });
    await vi.waitFor(() => expect(other.said("ForceOffline")).toHaveLength(1), within);
    boss.socket.close();
    // Calls are written down after they were answered.
    await vi.waitFor(async () => {
      const logged = await node.query(
        "SELECT status, account FROM operation_logs WHERE operation = 'sysOnlineUser.forceOffline' ORDER BY id",
      );
      expect(logged.map((row: Message) => [row.account, row.status])).toContainEqual(["clerk.three", "403"]);
    }, within);
  });

  test("goes on with a session that gained rights, and ends with signing out", async () => {
    const clerk = await signedInClerk("clerk.four");
    const other = await listen(clerk.access);
    const before = clerk.access;
    // Unlocking gives the session rights under another word: its streams are told to ask whose they are.
    await clerk.send("POST", `/api/sysAuth/unLockScreen?password=${sealed(clerkPassword)}`);
    expect(clerk.access).not.toBe(before);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([other.closed(), other.said("ForceOffline")]).toEqual([undefined, []]);
    expect((await clerk.send("POST", "/api/sysAuth/logout")).code).toBe(200);
    await vi.waitFor(() => expect(other.closed()).toBe(1008), within);
  });

  test("closes on what it does not speak and on floods", async () => {
    const wrong = await connect(admin.access);
    wrong.socket.send(JSON.stringify({ protocol: "messagepack", version: 1 }) + end);
    await vi.waitFor(() => expect(wrong.closed()).toBe(1002), within);
    const broken = await connect(admin.access);
    broken.socket.send("{");
    await vi.waitFor(() => expect(broken.closed()).toBe(1008), within);
    const large = await connect(admin.access);
    large.socket.send(`"${"x".repeat(20_000)}"${end}`);
    await vi.waitFor(() => expect(large.closed()).toBe(1009), within);
    const flood = await listen(admin.access);
    for (let sent = 0; sent < 100; sent += 1) flood.socket.send(JSON.stringify({ type: 6 }) + end);
    await vi.waitFor(() => expect(flood.closed()).toBe(1008), within);
    const many = await Promise.all(Array.from({ length: 10 }, () => connect(admin.access)));
    await expect(connect(admin.access)).rejects.toThrow("429");
    for (const { socket } of many) socket.close();
  });
});

describe("somebody who means ill of the hub", () => {
  let guest: StockClient;
  beforeAll(async () => {
    guest = new StockClient(node.url);
    expect(await guest.login("admin", adminPassword)).toMatchObject({ code: 200 });
  });

  test.each([
    { type: 1, target: 5 },
    { type: 1, target: { toLowerCase: 1 } },
    { type: 1, target: "forceOffline", arguments: null },
    { type: 1, target: "forceOffline", arguments: "ses" },
    { type: "1", target: "forceOffline", arguments: [] },
    { type: 1, target: "forceOffline", arguments: [], invocationId: { a: 1 } },
    [1, 2],
  ])("hangs up on whoever sends %j, and goes on for everybody else", async (record) => {
    const odd = await listen(guest.access);
    odd.socket.send(JSON.stringify(record) + end);
    await vi.waitFor(() => expect(odd.closed()).toBe(1008), within);
    expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
  });

  test("hangs up where its own work fails, and goes on for everybody else", async () => {
    const held = await listen(guest.access);
    await node.query("ALTER TABLE sessions RENAME TO sessions_away");
    try {
      invoke(held, "ForceOffline", { connectionId: "ses_AAAAAAAAAAAAAAAAAAAAAA" });
      await vi.waitFor(() => expect(held.closed()).toBeDefined(), within);
    } finally {
      await node.query("ALTER TABLE sessions_away RENAME TO sessions");
    }
    expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
  });

  test("counts what it is asked and not the messages that it comes in", async () => {
    const flood = await listen(guest.access);
    const asked = JSON.stringify({ type: 1, target: "forceOffline", arguments: [{}], invocationId: "1" }) + end;
    flood.socket.send(asked.repeat(120));
    await vi.waitFor(() => expect(flood.closed()).toBe(1008), within);
    expect(flood.messages.filter(({ type }) => type === 3)).toEqual([]);
  });

  test("is opened so often by one session and no oftener", async () => {
    const opening = async () => {
      // More than are let in between two pings, however slow the machine.
      for (let times = 0; times < 400; times += 1) (await connect(guest.access)).socket.terminate();
    };
    await expect(opening()).rejects.toThrow("429");
  });
});
