import { describe, expect, test } from "vitest";
import { createPositionLog, formatPosition, gapPatienceMs, parsePosition } from "./event-position.ts";

describe("parsePosition", () => {
  test("reads what formatPosition wrote", () => {
    for (const position of [
      { last: 12, gaps: [] },
      { last: 12, gaps: [7, 11] },
    ]) {
      expect(parsePosition(formatPosition(position))).toEqual(position);
    }
  });

  test("writes the bare outbox id where nothing is missing", () => {
    expect(formatPosition({ last: 12, gaps: [] })).toBe("12");
  });

  test.each(["", "x", "-1", "1~", "1~a", "1,2", "1 OR 1=1", "9".repeat(16), `1~${"1,".repeat(70)}1`])(
    "does not read %j",
    (text) => {
      expect(parsePosition(text)).toBeUndefined();
    },
  );
});

describe("createPositionLog", () => {
  test("calls an id missing until it appears", () => {
    const log = createPositionLog();
    log.note(10, 0);
    log.note(12, 1);
    expect(log.position()).toEqual({ last: 12, gaps: [11] });
    log.note(11, 2);
    expect(log.position()).toEqual({ last: 12, gaps: [] });
  });

  test("answers the first time only that an event is new", () => {
    const log = createPositionLog();
    expect([log.note(10, 0), log.note(10, 1), log.note(9, 2)]).toEqual([true, false, true]);
  });

  test("gives a missing id up after its time, as that of a transaction that was rolled back", () => {
    const log = createPositionLog();
    log.note(10, 0);
    log.note(12, 1);
    log.note(13, gapPatienceMs + 2);
    expect(log.position()).toEqual({ last: 13, gaps: [] });
  });

  test("calls nothing missing below where it starts", () => {
    const log = createPositionLog();
    log.startAt(100);
    log.note(102, 0);
    expect(log.position()).toEqual({ last: 102, gaps: [101] });
  });
});
