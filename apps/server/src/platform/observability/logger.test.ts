import Fastify, { type FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { actor } from "../../../test/app.ts";
import { createLogger } from "./logger.ts";
import { readableLines } from "./readable-lines.ts";
import { noteCaller, registerRequestLog } from "./request-log.ts";

function capture() {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: "info", isProduction: true }, { write: (line) => void lines.push(line) });
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? "null") as Record<string, unknown> };
}

/** Published test numbers of the card schemes. */
const cards = [
  "4111111111111111",
  "5555555555554444",
  "378282246310005",
  "6011111111111117",
  "4222222222222",
  "6304000000000000000",
];

describe("createLogger", () => {
  test("writes one JSON object per line with the time and the level's name", () => {
    const { logger, last } = capture();
    logger.info({ orders: 3 }, "counted");
    expect(last()).toMatchObject({ level: "info", msg: "counted", orders: 3 });
    expect(String(last().time)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test.each(cards)("masks the card number %s in messages, members, names and as a number", (card) => {
    const { logger, lines } = capture();
    const spaced = card.replace(/(\d{4})(?=\d)/g, "$1 ");
    logger.info({ note: `paid with ${card}`, deep: [{ spaced }], [card]: 1, number: Number(card) }, `card ${card},`);
    expect(lines.join("")).not.toContain(card);
    expect(lines.join("")).not.toContain(spaced);
    expect(lines.join("")).toContain(card.slice(-4));
    expect(() => JSON.parse(lines[0] ?? "")).not.toThrow();
  });

  test("leaves numbers alone that are no card numbers", () => {
    const { logger, last } = capture();
    logger.info({ at: 1_763_721_234_568, order: "OR202605217K3M9QX2TD", other: "4111111111111112" }, "x");
    expect(last()).toMatchObject({ at: 1_763_721_234_568, order: "OR202605217K3M9QX2TD", other: "4111111111111112" });
  });

  test("takes out the values of secret members at any depth", () => {
    const { logger, lines } = capture();
    const secrets = {
      password: "s3cr3t-a",
      accessToken: "s3cr3t-b",
      code: "s3cr3t-c",
      headers: { authorization: "s3cr3t-d", Cookie: "s3cr3t-e" },
    };
    logger.info({ input: { list: [secrets] } }, "x");
    logger.child({ clientSecret: 's3cr3t-f"' }).info("y");
    logger.info(`body ${JSON.stringify({ password: "s3cr3t-g" })}`);
    expect(lines.join("")).not.toContain("s3cr3t");
  });

  test("takes out tokens, query values and passwords of addresses in free text", () => {
    const { logger, lines } = capture();
    const token = `eyJ${"a".repeat(20)}.${"b".repeat(20)}.s3cr3t`;
    logger.info(`Bearer s3cr3t-abcdef ${token} /unLockScreen?password=s3cr3t&x=1 postgresql://app:s3cr3t@db/x`);
    expect(lines.join("")).not.toContain("s3cr3t");
    expect(lines.join("")).toContain("x=1");
  });

  test("says of an error what it is, but not the row a database quotes", () => {
    const { logger, last } = capture();
    logger.error(
      { err: Object.assign(new Error("boom"), { code: "23505", detail: "Key (phone)=(555) exists" }) },
      "failed",
    );
    expect(last()).toMatchObject({ err: { message: "boom", code: "23505" } });
    expect(JSON.stringify(last())).not.toContain("555");
  });
});

describe("readableLines", () => {
  test("writes a line for a person, with the stack of an error below it", () => {
    const out: string[] = [];
    const logger = createLogger(
      { logLevel: "info", isProduction: false },
      readableLines({ write: (text) => out.push(text) }),
    );
    logger.warn({ table: "orders", err: new Error("boom") }, "slow");
    expect(out[0]).toMatch(/^[\d:.]{12} WARN {2}slow table=orders\nError: boom\n/);
  });
});

describe("registerRequestLog", () => {
  test("writes one line with operation, status, time and actor, without query string or body", async () => {
    const { logger, lines, last } = capture();
    const app = Fastify({ loggerInstance: logger, disableRequestLogging: true }) as unknown as FastifyInstance;
    registerRequestLog(app);
    app.post("/api/sysAuth/unLockScreen", async (request) => {
      noteCaller(request, { operation: "sysAuth.unLockScreen", actor: actor({ userId: 7 }) });
      return {};
    });
    await app.inject({ method: "POST", url: "/api/sysAuth/unLockScreen?password=s3cr3t", payload: { pin: "s3cr3t" } });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("s3cr3t");
    expect(last()).toMatchObject({
      operation: "sysAuth.unLockScreen",
      status: 200,
      actorId: 7,
      path: "/api/sysAuth/unLockScreen",
    });
    await app.close();
  });
});
