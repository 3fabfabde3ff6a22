import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildReconStage, type ReconStage } from "../../../../test/recon.ts";

let stage: ReconStage;
/** The heading and the lines of a sound file, by the names of their columns. */
let heading: readonly string[];
let sound: readonly Readonly<Record<string, string>>[];

beforeAll(async () => {
  stage = await buildReconStage();
  await stage.pay("001");
  await stage.simulator.control("POST", "/accounts/sim_main/settlements", {});
  const answer = await fetch(`${stage.simulator.url}/v1/settlements/1`, {
    headers: { authorization: "Bearer sk_sim_main_0001" },
  });
  const [first = "", ...rows] = (await answer.text()).split(/\r?\n/).filter((line) => line !== "");
  heading = first.split(",");
  sound = rows.map((row) => Object.fromEntries(row.split(",").map((cell, at) => [heading[at] ?? "", cell])));
}, 60_000);
afterAll(() => stage?.close());

/** A file of the sound lines with something else in the first of them, or in all. */
const fileWith = (cells: Readonly<Record<string, string>>, isEvery = false): string =>
  [
    heading.join(","),
    ...sound.map((line, at) =>
      heading.map((name) => (at === 0 || isEvery ? { ...line, ...cells } : line)[name]).join(","),
    ),
    "",
  ].join("\n");
const upload = (text: string | Buffer, operation: "import" | "preview" = "import") =>
  stage.operator().send(recon, operation, {
    gatewayAccountId: stage.accounts.main,
    fileName: "file.csv",
    data: Buffer.from(text).toString("base64"),
  });

describe("a settlement file that was made to do harm is refused by its line and column", () => {
  const noAmounts = {
    grossDebit: "",
    grossCredit: "",
    netDebit: "",
    netCredit: "",
    markup: "",
    schemeFee: "",
    interchange: "",
  };
  test.each<[string, Readonly<Record<string, string>>]>([
    ["a day that is none", { bookingDate: "2026-99-99" }],
    ["a day of no year", { bookingDate: "0000-00-00" }],
    ["the 30th of February", { bookingDate: "2026-02-30" }],
    ["an amount of forty digits", { grossCredit: "9".repeat(40), netCredit: "9".repeat(40) }],
    [
      "an amount beyond what is stored",
      {
        grossCredit: "92233720368547758.08",
        netCredit: "92233720368547758.08",
        markup: "",
        schemeFee: "",
        interchange: "",
      },
    ],
    ["a currency that is none", { ...noAmounts, grossCurrency: "<b>", netCurrency: "<b>" }],
    ["a formula in place of a currency", { ...noAmounts, grossCurrency: "=cmd|calc" }],
    ["a currency of a million characters", { ...noAmounts, grossCurrency: "U".repeat(60_000) }],
    ["a reference with a control character", { upstreamReference: "pay\u0007" }],
    ["an amount in full width", { grossCredit: "１００．００" }],
    ["an amount with an exponent", { grossCredit: "1e9" }],
    ["a time of no day", { creationDate: "2026-13-41T25:61:61Z" }],
    ["a time before all days", { creationDate: "0000-00-00T00:00:00Z" }],
    ["a batch of no number", { batchNo: "1e3" }],
  ])("%s", async (_what, cells) => {
    for (const operation of ["preview", "import"] as const)
      for (const isEvery of [false, true]) {
        const answer = await upload(fileWith(cells, isEvery), operation);
        expect(answer).toMatchObject({ status: 422, bizCode: expect.stringMatching(/^recon\./) });
        expect(JSON.stringify(answer.body).length).toBeLessThan(2_000);
      }
  });

  test.each([
    ["nothing but zeros", Buffer.alloc(100_000)],
    ["a file that is a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xff])],
    ["half of a pair", Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
    ["one line that never ends", Buffer.from("a,".repeat(500_000))],
    ["a quotation mark that never closes", Buffer.from(`"${"a\n".repeat(100_000)}`)],
  ])("%s", async (_what, bytes) => {
    const answer = await upload(bytes);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body).length).toBeLessThan(2_000);
  });

  test("sums that no account comes to", async () => {
    const huge = "90000000000000000.00";
    const line = { grossCredit: huge, netCredit: huge, markup: "", schemeFee: "", interchange: "" };
    const [first = {}] = sound;
    const row = heading.map((name) => ({ ...first, ...line })[name]).join(",");
    const answer = await upload([heading.join(","), ...Array.from({ length: 300 }, () => row), ""].join("\n"));
    expect(answer.status).toBe(422);
  });
});

test("a card number in a reference is refused, and stands in no answer", async () => {
  const answer = await upload(fileWith({ modificationReference: "4111111111111111" }));
  expect(answer).toMatchObject({ status: 422, bizCode: "recon.unreadable" });
  expect(JSON.stringify(answer.body)).not.toContain("4111111111111111");
});
