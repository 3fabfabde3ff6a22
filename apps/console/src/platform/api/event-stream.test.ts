import { describe, expect, test } from "vitest";
import { createEventParser, type ServerEvent } from "./event-stream.ts";

const parse = (...pieces: readonly string[]): ServerEvent[] => {
  const events: ServerEvent[] = [];
  const take = createEventParser((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
};

describe("createEventParser", () => {
  test("reads topic, id and payload", () => {
    expect(parse('id: 7\nevent: sysNotice.published\ndata: {"id":1}\n\n')).toEqual([
      { id: "7", topic: "sysNotice.published", payload: { id: 1 } },
    ]);
  });

  test("puts together an event that arrives in pieces, even inside a line ending", () => {
    expect(parse("da", 'ta: "a', '"\r', "\n\r\n")).toMatchObject([{ payload: "a" }]);
  });

  test("joins several data lines and leaves comments out", () => {
    expect(parse(": still here\n\ndata: [1,\ndata: 2]\n\n")).toMatchObject([{ payload: [1, 2] }]);
  });

  test("keeps a payload that is no JSON as text", () => {
    expect(parse("data: hello\n\n")).toMatchObject([{ topic: "message", payload: "hello" }]);
  });
});
