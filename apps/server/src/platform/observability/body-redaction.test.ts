import { describe, expect, test } from "vitest";
import { bodyWithoutCardNumbers } from "./body-redaction.ts";

const masked = (text: string): string => bodyWithoutCardNumbers(Buffer.from(text)).toString();

describe("bodyWithoutCardNumbers", () => {
  test("hides a card number in JSON, as text, as a number and behind escapes, and changes nothing else", () => {
    const text =
      '{ "pan":"4111 1111 1111 1111" , "n":4111111111111111,"e":"\\u0034111111111111111","amount":4222222222222,"x":1.50}';
    expect(masked(text)).toBe(
      '{ "pan":"411111******1111" , "n":"411111******1111","e":"411111******1111","amount":4222222222222,"x":1.50}',
    );
    expect(() => JSON.parse(masked(text))).not.toThrow();
  });

  test("hides one in any other text, and keeps bytes that are no text", () => {
    expect(masked("card=4111-1111-1111-1111&x=1")).toBe("card=411111******1111&x=1");
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from("4111111111111111")]);
    expect(bodyWithoutCardNumbers(bytes)).toEqual(
      Buffer.concat([bytes.subarray(0, 3), Buffer.from("411111******1111")]),
    );
  });

  test("hands a body without one back as it came", () => {
    const body = Buffer.from('{"id":"evt_01JD000000000000000000000A"}');
    expect(bodyWithoutCardNumbers(body)).toBe(body);
  });
});
