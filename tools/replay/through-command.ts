import { addDays } from "@countinghouse/money/plain-date.ts";
import type { SoldRow } from "./business-days.ts";
import { inventedOrders, inventedRates } from "./invented-file.ts";
import { fromHere, type Given, Misuse, pairs, positive, usage } from "./options.ts";
import { openOwnDatabase } from "./own-database.ts";
import { planText, type ReadRow, textOf } from "./read-orders.ts";
import { lastingDays, outcomeOf, runThroughPayout } from "./through-payout.ts";

/** Merchants that rows are shared among whose own nobody knows. */
const unnamedSellers = 12;
const inventedSellers = 24;
const seed = 15;

/** The rows as sales of merchants. What cannot be sent ends the run before it begins: a sum over a part says nothing. */
function soldRows(read: readonly ReadRow[], { merchant, canceled }: Given): SoldRow[] {
  const [[column, word] = ["", ""]] = pairs("canceled", [canceled]);
  for (const name of [merchant, column])
    if (read[0] && !(name in read[0].cells)) throw new Misuse(`The file has no column "${name}".`);
  return read.map(({ row, cells }) => {
    if ("problem" in row) throw new Misuse(`line ${row.line}: ${row.problem}`);
    const seller = cells[merchant] || `unnamed-${(row.line % unnamedSellers) + 1}`;
    return { row, seller, isCanceled: cells[column] === word };
  });
}

const simulated = { credit_card: "card", boleto: "sim_voucher", voucher: "sim_voucher", debit_card: "sim_debit" };
const inventedMethods = Object.entries(simulated).map(([word, code]) => `${word}=${code}`);

/** From payment to payout, of a file or of one that is invented. */
export async function runThrough(file: string | undefined, given: Given, say: (line: string) => void): Promise<number> {
  const { through, invent, from, rates, holiday } = given;
  if (through !== "payout") throw new Misuse(`--through knows payout, not "${through}".`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(from)) throw new Misuse(`--from wants a day such as 2026-02-09, not "${from}".`);
  if ((file === undefined) === (invent === undefined)) throw new Misuse(`A file or --invent=N is needed.\n\n${usage}`);
  if (file !== undefined && rates === undefined) throw new Misuse("--through wants --rates=FILE.csv for a file.");
  const days = Math.ceil(positive("days", given.days));
  const invented = { seed, rows: days * Math.ceil(positive("invent", invent ?? "1")), sellers: inventedSellers };
  const columns = ["merchantOrderNo=order_id,payment_sequential", "amount=payment_value", "method=payment_type"];
  const read = file
    ? await planText(await textOf(fromHere(file)), given)
    : await planText(inventedOrders(invented), { ...given, column: columns, method: inventedMethods });
  const rows = soldRows(read, given);
  const within = given.within === undefined ? Number.POSITIVE_INFINITY : positive("within", given.within);
  const started = Date.now();
  const database = await openOwnDatabase();
  try {
    const run = await runThroughPayout({
      rows,
      days,
      from,
      holidays: holiday ?? [],
      rates: rates ? await textOf(fromHere(rates)) : inventedRates(seed, addDays(from, -7), days + lastingDays),
      cardNumber: given.card,
      database,
      say,
      isOnce: given.once,
      isOver: () => Date.now() - started > within * 60_000,
    });
    for (const line of outcomeOf(run)) say(line);
    say(`${((Date.now() - started) / 1000).toFixed(0)} s`);
    return run.untied.length === 0 && run.isSame && run.findings.length === 0 ? 0 : 1;
  } finally {
    await database.drop();
  }
}
