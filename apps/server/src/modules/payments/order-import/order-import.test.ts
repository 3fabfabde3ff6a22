import { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { orderImportRow } from "@countinghouse/contract/payments/order-import/order-import-row.ts";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  buildImportDesk,
  buildImportNode,
  file,
  heading,
  type ImportDesk,
  type ImportNode,
  line,
  type Mapping,
} from "../../../../test/order-imports.ts";
import { actorOf, buildRole, buildTenant, buildUser } from "../../../../test/people.ts";
import { bytesOf } from "../../../platform/files/file-parts.ts";

let node: ImportNode;
let desk: ImportDesk;

beforeAll(async () => {
  node = await buildImportNode();
});

afterAll(() => node.close());

beforeEach(async () => {
  desk = await buildImportDesk(node);
});

describe("orderImport.upload", () => {
  test("takes a file in parts, finds its form and proposes what its columns mean", async () => {
    const id = await desk.upload(`\uFEFF${file(line(), line({ order_id: "a-2", status: "canceled" }))}\r\n`);
    await desk.work();
    const { status, encoding, delimiter, rowCount, columns, mapping } = await desk.detailOf(id);
    expect({ status, encoding, delimiter, rowCount }).toEqual({
      status: "mapping",
      encoding: "utf-8",
      delimiter: ",",
      rowCount: 2,
    });
    expect(columns[0]).toMatchObject({ name: "order_id", samples: ["a-1", "a-2"] });
    expect(mapping).toMatchObject({
      columns: { merchantOrderNo: [0], orderTime: [1], status: [2], method: [3], amount: [4], currency: [5] },
      statuses: { paid: "paid", canceled: "canceled" },
      methods: { credit_card: "category:card" },
      timeZone: "America/Sao_Paulo",
    });
  });

  test.each([
    [
      "semicolons and decimal commas",
      Buffer.from(file(line()).replaceAll(",", ";").replace("184.87", "184,87")),
      ";",
      "utf-8",
    ],
    ["tabs", Buffer.from(file(line()).replaceAll(",", "\t")), "\t", "utf-8"],
    ["UTF-16", Buffer.from(`\uFEFF${file(line())}`, "utf16le"), ",", "utf-16le"],
    ["another encoding", Buffer.from(file(line({ order_id: "Jos\u00e9" })), "latin1"), ",", "windows-1252"],
  ])("reads %s", async (_name, bytes, delimiter, encoding) => {
    const id = await desk.checked(bytes);
    const found = await desk.detailOf(id);
    expect(found).toMatchObject({ delimiter, encoding, newCount: 1, refusedCount: 0, status: "checked" });
    expect(found.totals).toEqual([{ verdict: "new", currency: "BRL", status: "paid", count: 1, amount: "18487" }]);
  });

  test("refuses a part out of its order, and one that is too short", async () => {
    const fileBytes = filePartBytes + 5;
    const id = await desk.client.call(orderImport, "add", {
      merchantId: desk.merchantId,
      fileName: "a.csv",
      fileBytes,
    });
    const data = Buffer.alloc(filePartBytes, "a").toString("base64");
    expect((await desk.client.send(orderImport, "upload", { id, part: 2, data })).bizCode).toBe(
      "orderImport.partOutOfOrder",
    );
    expect((await desk.client.send(orderImport, "upload", { id, part: 1, data: "YWE=" })).bizCode).toBe(
      "orderImport.partOutOfOrder",
    );
    expect(await desk.client.call(orderImport, "upload", { id, part: 1, data })).toEqual({
      receivedBytes: filePartBytes,
    });
  });

  test("refuses a file that is too large, and a sixth that waits", async () => {
    const add = (fileBytes: number) =>
      desk.client.send(orderImport, "add", { merchantId: desk.merchantId, mode: "live", fileName: "a.csv", fileBytes });
    expect((await add(201 * 1_048_576)).bizCode).toBe("orderImport.fileTooLarge");
    for (let at = 0; at < 5; at += 1) expect((await add(10)).status).toBe(200);
    expect((await add(10)).bizCode).toBe("orderImport.tooManyOpen");
  });

  test.each([
    ["a quotation mark without its other half", file(line(), `"a-2,x`), "quotesUnbalanced", 3],
    ["a row of a megabyte", file(line(), line(), `a-3,"${"x".repeat(1_048_576)}"`), "rowTooLong", 4],
    ["nothing below the heading", `${heading}\n\n`, "emptyFile", null],
  ])("says where a file with %s cannot be read", async (_name, text, failure, failureRow) => {
    const id = await desk.upload(text);
    await desk.work();
    expect(await desk.detailOf(id)).toMatchObject({ status: "failed", failure, failureRow });
  });
});

describe("orderImport.check", () => {
  test.each([
    ["merchantOrderNo", "missing", { order_id: "" }],
    ["merchantOrderNo", "tooLong", { order_id: "x".repeat(65) }],
    ["amount", "notAmount", { amount: "R$ 5" }],
    ["amount", "tooManyDecimals", { amount: "1.234" }],
    ["amount", "notPositive", { amount: "0.00" }],
    ["amount", "amountTooLarge", { amount: "99999999999999999999" }],
    ["currency", "unknownCurrency", { currency: "XXX" }],
    ["orderTime", "notTime", { at: "2019-02-30" }],
    ["orderTime", "inFuture", { at: "2027-01-01" }],
    ["status", "unknownWord", { status: "limbo" }],
    ["method", "unknownWord", { method: "barter" }],
    [null, "columnsDiffer", { currency: "BRL,more" }],
    ["merchantOrderNo", "badCharacters", { order_id: "a\uFFFDb" }],
  ])("refuses a row for %s: %s", async (field, reason, parts) => {
    const id = await desk.checked(file(line({ order_id: "sound" }), line(parts)));
    expect(await desk.detailOf(id)).toMatchObject({ status: "checked", newCount: 1, refusedCount: 1 });
    expect((await desk.rowsOf(id))[1]).toMatchObject({ id: 3, verdict: "refused", field, reason });
  });

  test("refuses a row with a card number, in a column that is imported or not, and keeps none of it", async () => {
    const text = [
      `${heading},note`,
      `${line({ order_id: "4111111111111111" })},x`,
      `${line({ order_id: "1" })},paid with 4111 1111 1111 1111`,
      `${line({ order_id: "2" })},４１１１１１１１１１１１１１１１`,
      `${line({ order_id: "3", amount: "4222222222222" })},an amount of thirteen digits`,
    ].join("\n");
    const id = await desk.checked(text);
    const rows = await desk.rowsOf(id);
    expect(rows.map(({ field, reason, value }) => [field, reason, value])).toEqual([
      ["merchantOrderNo", "cardNumber", "411111******1111"],
      [null, "cardNumber", "paid with 4111 1*********1111"],
      [null, "cardNumber", "４１１１１１******************１１１１"],
      [null, null, null],
    ]);
    expect(JSON.stringify(await desk.detailOf(id))).not.toMatch(/4111[ 1]{4,}1{4}/);
    let stored = "";
    for await (const piece of bytesOf(node.files, { id, parts: 1 })) stored += Buffer.from(piece).toString("latin1");
    expect(stored).not.toMatch(/4111[ 1]{4,}1{4}/);
  });

  test("refuses payers that are none, naming the column and the text", async () => {
    const wrong = ["nobody", "BRA", "12a4"];
    const text = [
      `${heading},email,country,last4`,
      `${line({ order_id: "1" })},nobody,BR,1234`,
      `${line({ order_id: "2" })},a@b.example,BRA,1234`,
      `${line({ order_id: "3" })},a@b.example,BR,12a4`,
      `${line({ order_id: "4" })},A@B.example,br,•••• 1234`,
    ].join("\n");
    const rows = await desk.rowsOf(await desk.checked(text));
    expect(rows.map(({ reason }) => reason)).toEqual(["notEmail", "notCountry", "notDigits", null]);
    expect(rows.slice(0, 3).map(({ value }) => value)).toEqual(wrong);
    expect(rows[2]?.columnName).toBe("last4");
  });

  test("tells the same row again from another one under its number", async () => {
    const id = await desk.checked(file(line(), line(), line({ amount: "1.00" })));
    expect((await desk.rowsOf(id)).map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["new", null],
      ["present", null],
      ["refused", "numberRepeated"],
    ]);
  });

  test("leaves out what was chosen to stay out, and joins the columns of a number", async () => {
    const text = `${heading},payment_sequential\n${line()},1\n${line({ status: "processing" })},2`;
    const id = await desk.checked(text, { statuses: { paid: "paid", processing: "leaveOut" } });
    const rows = await desk.rowsOf(id);
    expect(rows.map(({ verdict, merchantOrderNo }) => [verdict, merchantOrderNo])).toEqual([
      ["new", "a-1-1"],
      ["leftOut", "a-1-2"],
    ]);
    expect(rows[0]?.orderTime).toBe("2019-05-21T15:44:00.000Z");
  });

  test("reads two columns of the same heading by their place", async () => {
    const id = await desk.checked(`order_id,date,status,amount,amount,currency\n1,2019-05-21,paid,5.00,7.00,BRL`, {
      columns: { merchantOrderNo: [0], orderTime: [1], status: [2], amount: [4], currency: [5] },
    });
    expect((await desk.rowsOf(id))[0]).toMatchObject({ verdict: "new", amount: "700" });
  });

  test("refuses columns that leave a needed field open, or that are not there", async () => {
    const id = await desk.upload(file(line()));
    await desk.work();
    const { mapping } = await desk.detailOf(id);
    const { amount: _amount, ...columns } = mapping?.columns ?? {};
    const send = (given: object) =>
      desk.client.send(orderImport, "check", { id, mapping: { ...mapping, columns: given } });
    expect(await send(columns)).toMatchObject({ bizCode: "orderImport.fieldMissing" });
    expect((await send(columns)).body.message).toContain("Amount");
    expect(await send({ ...columns, amount: [9] })).toMatchObject({ bizCode: "orderImport.noSuchColumn" });
  });

  test("goes on after an interruption with the row after the last verdict", async () => {
    const many = Array.from({ length: 1_200 }, (_, at) => line({ order_id: `n-${at}` }));
    const id = await desk.upload(file(...many));
    await desk.work();
    const { mapping } = await desk.detailOf(id);
    await desk.client.call(orderImport, "check", { id, mapping: mapping as Mapping });
    await desk.interruptAfter(1);
    expect((await desk.rowsOf(id)).length).toBeGreaterThan(0);
    expect(await desk.detailOf(id)).toMatchObject({ status: "checking", doneRows: 501 });
    await desk.work();
    expect(await desk.detailOf(id)).toMatchObject({ status: "checked", newCount: 1_200 });
  });
});

describe("orderImportRow.page", () => {
  test("shows nobody the rows of another tenant's import", async () => {
    const id = await desk.checked(file(line()));
    const there = await buildTenant(node.app);
    const roleId = await buildRole(node.app, { ...there, dataScope: 1, permissions: ["orderImportRow:page"] });
    const stranger = node.app.as(await actorOf(node.app, await buildUser(node.app, { ...there, roleIds: [roleId] })));
    expect((await stranger.call(orderImportRow, "page", { importId: id })).items).toEqual([]);
  });
});
