import { afterAll, beforeAll, expect, test } from "vitest";
import { anomalyNames } from "../../../../../simulator/src/settlement.ts";
import { buildReconStage, passDays, type ReconStage } from "../../../../test/recon.ts";

let stage: ReconStage;
beforeAll(async () => {
  stage = await buildReconStage();
}, 60_000);
afterAll(() => stage?.close());

/** What each mistake of the simulator is found as, at the file itself or at the latest at the next one. */
const foundAs: Readonly<Record<(typeof anomalyNames)[number], readonly string[]>> = {
  missing_line: ["missing_upstream"],
  extra_line: ["missing_local"],
  amount_up: ["amount_mismatch"],
  amount_down: ["amount_mismatch"],
  fee_change: ["fee_mismatch"],
  duplicate_line: ["duplicate"],
  // The payout counts what no line of its currency grants.
  wrong_currency: ["currency_mismatch", "amount_mismatch"],
  shifted_date: ["date_mismatch"],
  duplicate_file: [],
};

/** In the order of their files: lines of one instant are listed in any. */
const findings = async (ids: readonly string[]): Promise<(string | null)[]> =>
  (await Promise.all(ids.map((id) => stage.differing(id))))
    .flatMap((lines) => lines.toSorted((a, b) => (a.lineNo ?? 0) - (b.lineNo ?? 0)))
    .map(({ matchStatus }) => matchStatus);

test.each([...anomalyNames])("%s is found once, and nothing besides", async (anomaly) => {
  await stage.pay("001");
  await stage.pay("001", { merchantOrderNo: `B-${anomaly}` });
  const first = await stage.settle([anomaly]);
  expect(first).toHaveLength(1);
  // What is lacking shows once the gateway should have listed it: two working days later, by the next file.
  await passDays(stage, 5);
  await stage.pay("001");
  const files = [...first, ...(await stage.settle())];
  expect(await findings(files)).toEqual(foundAs[anomaly]);
  const { checks, copies, differenceAmount, openAmount } = await stage.detail(first[0] ?? "");
  expect({ isSingle: checks.isSingle, copies }).toEqual(
    anomaly === "duplicate_file" ? { isSingle: false, copies: 1 } : { isSingle: true, copies: 0 },
  );
  expect(differenceAmount).toBe(openAmount);
  expect(checks.addsUp).toBe(anomaly !== "wrong_currency");
});

test("what the gateway owes is explained to the last unit, and the books agree", async () => {
  expect(await stage.receivable()).toMatchObject({ unexplained: "0" });
  expect(await stage.violations()).toEqual([]);
});
