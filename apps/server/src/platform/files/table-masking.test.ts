import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepPart, partName } from "./file-parts.ts";
import { folderFiles } from "./folder-files.ts";
import { tableWithoutCardNumbers } from "./table-masking.ts";

const sub = (count: number) => "\u001A".repeat(count);
const masked = async (text: string, encoding: BufferEncoding = "utf8") => {
  const bytes = Buffer.from(text, encoding);
  const kept = await tableWithoutCardNumbers(bytes, bytes);
  expect(kept).toHaveLength(bytes.length);
  return kept.toString(encoding);
};

describe("tableWithoutCardNumbers", () => {
  test("substitutes the middle digits in their places, cell by cell", async () => {
    expect(await masked("a\tb\tc\td\na,4111111111111111\n4111\t1111\t1111\t1111\n4222222222222")).toBe(
      `a\tb\tc\td\na,411111${sub(6)}1111\n4111\t1111\t1111\t1111\n4222222222222`,
    );
  });

  test.each([
    ["commas", "4111,1111,1111,1111"],
    ["semicolons", "4111;1111;1111;1111"],
    ["pipes", "4111|1111|1111|1111"],
    ["line ends", "4111\n1111\n1111\n1111"],
    ["tabs", "4111\t1111\t1111\t1111"],
    ["doubled quotation marks", '4111""1111""1111""1111'],
    ["words around", "card 4111,1111,1111,1111, paid"],
  ])("finds a number that %s part in a quoted cell", async (_mark, number) => {
    const kept = await masked(`order,note,amount\na-1,"${number}",5\n`);
    expect(kept).toContain(sub(5));
    expect(kept).not.toMatch(/1111.1111.1111/s);
    expect(kept).toMatch(/^order,note,amount\na-1,"/);
    expect(kept).toMatch(/",5\n$/);
  });

  test.each([
    ["another separator than the file's", "order,note\na-1,4111;1111;1111;1111\n"],
    ["bullets", "order,note\na-1,4111•1111•1111•1111\n"],
    ["an emoji, a pair of units each", "order,note\na-1,4111💳1111💳1111💳1111\n"],
    ["digits of full width", "order,note\na-1,４１１１１１１１１１１１１１１１\n"],
    ["Arabic digits", "order,note\na-1,٤١١١ ١١١١ ١١١١ ١١١١\n"],
    ["fourteen digits in groups", "order,note\na-1,3614 890064 7913\n"],
  ])("finds %s in a cell without quotation marks", async (_what, text) => {
    const kept = await masked(text);
    expect(kept).toContain(sub(2));
    expect(Buffer.from(kept).toString("utf8")).toBe(kept);
  });

  test.each(["utf16le", "latin1"] as const)("finds a number in %s", async (encoding) => {
    const kept = await masked('order,note\na-1,"Müller 4111,1111,1111,1111"\n', encoding);
    expect(kept).toContain(`Müller 4111,1${sub(9)}1111"`);
  });

  test("finds digits of full width as GB 18030 and Big5 write them", async () => {
    for (const zero of [0xa3b0, 0xa2af]) {
      const digits = [...Buffer.from("4111111111111111")].flatMap((one) => {
        const code = zero + one - 0x30;
        return [code >> 8, code & 0xff];
      });
      const bytes = Buffer.concat([
        Buffer.from("order,note\na-1,"),
        Buffer.from(digits),
        Buffer.from([0xc4, 0xe3, 10]),
      ]);
      const kept = await tableWithoutCardNumbers(bytes, bytes);
      expect(kept.subarray(27, 39)).toEqual(Buffer.alloc(12, 0x1a));
      expect([...kept.subarray(0, 27), ...kept.subarray(39)]).toEqual([
        ...bytes.subarray(0, 27),
        ...bytes.subarray(39),
      ]);
    }
  });

  test("leaves columns of numbers, amounts and what is cut in two alone", async () => {
    for (const text of [
      "a,b,c,d\n4111,1111,1111,1111\n",
      "order,amount\na-1,4222222222222\n",
      'order,amount\na-1,"4,222,222,222.22"\n',
    ])
      expect(await masked(text)).toBe(text);
    const cut = Buffer.from("€uro,4 €").subarray(1, -1);
    expect(await tableWithoutCardNumbers(cut, cut)).toBe(cut);
  });
});

describe("a file in parts", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "countinghouse-parts-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([1, 6, 9, 13, 19, 21])("keeps no number that two parts share, %i bytes in the first", async (inFirst) => {
    const files = folderFiles(folder);
    const id = `imp${inFirst}`;
    const row = '"4111,1111,1111,1111",x\n';
    const before = "order,note\n".padEnd(filePartBytes - inFirst - 1, "a,b\n");
    const whole = Buffer.from(`${before}\n${row}`);
    let file = { id, parts: 0, fileBytes: whole.length, receivedBytes: 0 };
    for (const part of [1, 2]) {
      const data = whole.subarray((part - 1) * filePartBytes, part * filePartBytes).toString("base64");
      const kept = await keepPart(files, file, { part, data });
      file = { ...file, ...(kept as object) };
    }
    const stored = await Promise.all([1, 2].map((part) => readFile(join(folder, partName(id, part)))));
    const text = Buffer.concat(stored).toString();
    expect(text).toHaveLength(whole.length);
    expect(text.slice(-row.length)).toBe(`"4111,1${sub(9)}1111",x\n`);
    expect(text.slice(0, -row.length)).toBe(whole.toString().slice(0, -row.length));
  });
});
