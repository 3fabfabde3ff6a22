import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildReconStage, type ReconStage } from "../../../../test/recon.ts";
import { settlementFile, type WrittenLine } from "../../../../test/settlement-file.ts";
import { turnsOf } from "../../../../test/turns.ts";

let stage: ReconStage;
beforeAll(async () => {
  stage = await buildReconStage();
}, 60_000);
afterAll(() => stage?.close());

/** A file of 20,000 lines has 4 MB; that many and more are measured by hand: `RECON_ROWS=44000` is the largest that is taken. */
const rows = Number(process.env.RECON_ROWS ?? 20_000);

test("a file of many lines is read and kept while others have their turn", async () => {
  const line = (n: number): WrittenLine => ({
    type: "Settled",
    gross: "100.00",
    fee: "1.42",
    net: "98.58",
    upstreamReference: `pay_${n}`,
    merchantReference: `OR2026${n}`,
  });
  const text = settlementFile(
    { batchNo: 1, at: stage.app.clock.now() },
    Array.from({ length: rows }, (_none, n) => line(n)),
  );
  const sent = {
    gatewayAccountId: stage.accounts.main,
    fileName: "large.csv",
    data: Buffer.from(text).toString("base64"),
  };
  const preview = await turnsOf(() => stage.operator().call(recon, "preview", sent));
  const imported = await turnsOf(() => stage.operator().call(recon, "import", sent));
  for (const turns of [preview, imported]) {
    // Turns of less than that wait for the database and do nothing.
    const whole = turns.filter((one) => one >= 1).reduce((sum, one) => sum + one, 0);
    const [longest = 0, next = 0] = turns;
    if (process.env.RECON_ROWS) console.info(`${whole} ms in ${turns.length} turns, the longest ${turns.slice(0, 5)}`);
    // A processor that others share takes longer over everything: a tenth of the work, where that is more.
    expect(next).toBeLessThan(Math.max(50, whole / 10));
    // In one of them the test itself writes the whole of what it sends, and the server takes it off the line.
    expect(longest).toBeLessThan(Math.max(250, whole / 4));
  }
}, 120_000);
