import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { ask, bearer, buildPerson, realNode, signIn } from "../../../../test/attack/visitor.ts";
import { installJobSchema } from "../../../platform/db/job-schema.ts";
import { applicationRole } from "../../../platform/db/roles.ts";
import { ticketSeconds } from "./job-ticket.service.ts";

let node: TestApp;
beforeAll(async () => {
  node = await realNode();
  await installJobSchema(node.database.ownerUrl, { appRole: applicationRole, queues: [{ name: "retention" }] });
});
afterAll(() => node.close());

const boss = () => buildPerson(node, { accountType: AccountType.SuperAdmin });

async function ticketFor(accessToken: string): Promise<string> {
  const reply = await ask(node, "sysJob/boardTicket", {
    body: {},
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(reply.status).toBe(200);
  return String(reply.headers["set-cookie"]);
}
const open = (cookie: string) =>
  node.server.inject({
    url: "/schedule?lang=en&theme=dark",
    headers: { cookie: `other=1; ${cookie.split(";", 1)[0]}` },
  });

describe("the board's ticket", () => {
  test("opens the board for five minutes, in a cookie that only its address is sent", async () => {
    const cookie = await ticketFor((await signIn(node, await boss())).accessToken);
    expect(cookie).toMatch(/; Path=\/schedule; Max-Age=300; HttpOnly; SameSite=Strict$/);
    const board = await open(cookie);
    expect([board.statusCode, board.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(board.body).toContain("Archive and remove what is over");
    expect(board.body).not.toContain("<script");
    expect(board.body).toContain('<meta name="color-scheme" content="dark">');
    expect(board.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
    node.clock.forward((ticketSeconds + 1) * 1_000);
    expect((await open(cookie)).statusCode).toBe(302);
    const framed = await node.server.inject({ url: "/schedule?lang=en", headers: { "sec-fetch-dest": "iframe" } });
    expect([framed.statusCode, framed.body]).toEqual([401, expect.stringContaining("The board has expired")]);
  });

  test("is worth nothing once its session has ended, and where it was altered", async () => {
    const pair = await signIn(node, await boss());
    const cookie = await ticketFor(pair.accessToken);
    expect((await open(cookie)).statusCode).toBe(200);
    const [name = "", rest = ""] = cookie.split("=", 2);
    const [session, until, ...others] = rest.split(".");
    const later = [session, String(Number(until) + 900), ...others].join(".");
    expect((await open(`${name}=${later}`)).statusCode).toBe(302);
    await ask(node, "sysAuth/logout", { body: {}, headers: bearer(pair) });
    expect((await open(cookie)).statusCode).toBe(302);
  });

  test("is given to nobody without the right, and is worth nothing once the right is taken away", async () => {
    const clerk = await signIn(node, await buildPerson(node));
    expect((await ask(node, "sysJob/boardTicket", { body: {}, headers: bearer(clerk) })).status).toBe(403);
    const person = await boss();
    const cookie = await ticketFor((await signIn(node, person)).accessToken);
    await node.platform.db
      .updateTable("users")
      .set({ accountType: AccountType.NormalUser })
      .where("id", "=", person.id)
      .execute();
    expect((await open(cookie)).statusCode).toBe(302);
  });
});
