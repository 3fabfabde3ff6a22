import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** How the command is used, for people. */
export const usage = `npm run replay -- FILE.csv [options]

Signs and sends an order through the open API for each row of a CSV file, and reports row by row what became of it.
It may be stopped and started again at any time: an order that was sent is never made twice.

  --base=URL            where the product answers; http://127.0.0.1:8080 unless told
  --key=APP_KEY         a test key of an app; or COUNTINGHOUSE_APP_KEY
                        its secret is read from COUNTINGHOUSE_APP_SECRET, never from the command line
  --column FIELD=NAME   the column that gives a field; NAME,NAME joins several. Fields: merchantOrderNo, amount,
                        currency, method, email, payerAccount, country, ip, instalments, orderedAt
  --method WORD=CODE    the payment method that a word of the file means, such as credit_card=card; a kind, such as
                        wallet or voucher, means the first method of that kind which the merchant offers
  --fixed FIELD=VALUE   a field that no column gives, such as currency=EUR
  --mapping=FILE.json   the same three as one file: {"columns": {FIELD: NAME or [NAME, NAME]}, "methods": {}, "fixed": {}}
  --rate=N              orders begun in a second, at most; 20 unless told
  --concurrency=N       orders under way at once; 8 unless told
  --card=NUMBER         card that pays rows of the method card; the simulator's that always pays unless told
  --play-payer          pays waiting orders in the payer's place and moves the simulator's clock two days on
  --wait=SECONDS        how long waiting orders are looked at in the end; 60 unless told
  --limit=N             only the first N rows
  --report=FILE.csv     where the report goes; .cache/replay/ unless told
  --dry-run             reads the file and says what would be sent

npm run replay -- FILE.csv --through=payout --rates=RATES.csv [options]
npm run replay -- --invent=1000 --days=30 --through=payout

Goes on behind the payments, on an installation of its own with a clock of its own, a gateway simulator at the same time,
and merchants who have rested for a day: converts what every second merchant sold into dollars, refunds what was called off,
closes the batches by the business calendar, withdraws, pays out, takes in the gateway's files, and compares every sum with
the file by statements and arithmetic of its own. Then asks for everything once more and compares again. Ends with 1
where a sum differs. With --column, --method, --fixed, --mapping, --limit and --card as above, and

  --rates=FILE.csv      reference rates of the euro in the form of the European Central Bank's file; it has to have USD
                        and BRL on the business days of the run and of the week before it
  --from=DAY            the first day of the run; 2026-02-09 unless told
  --days=N              days that the rows are spread over; 5 unless told
  --holiday=DAY         a day on which the banks of the merchants rest; several may be named
  --merchant=COLUMN     whose sale a row is; seller_id unless told. Rows that name nobody are twelve merchants'
  --canceled=COLUMN=WORD  what says that a sale was called off; order_status=canceled unless told
  --within=MINUTES      no further day of orders begins when so many have gone by: what was lived is tied out
  --once                does not ask for everything once more
  --invent=N            in place of a file, N orders a day of 24 merchants, and rates; the same in every run`;

/** npm runs a command in the project's folder; paths are meant from where it was typed. */
export const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? "", path);

/** A mistake of whoever called, told in one sentence. */
export class Misuse extends Error {}

const options = {
  base: { type: "string", default: "http://127.0.0.1:8080" },
  key: { type: "string", default: process.env.COUNTINGHOUSE_APP_KEY ?? "" },
  column: { type: "string", multiple: true },
  method: { type: "string", multiple: true },
  fixed: { type: "string", multiple: true },
  mapping: { type: "string" },
  rate: { type: "string", default: "20" },
  concurrency: { type: "string", default: "8" },
  card: { type: "string", default: "4008400010000004" },
  "play-payer": { type: "boolean", default: false },
  wait: { type: "string", default: "60" },
  limit: { type: "string" },
  report: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  through: { type: "string" },
  rates: { type: "string" },
  from: { type: "string", default: "2026-02-09" },
  days: { type: "string", default: "5" },
  holiday: { type: "string", multiple: true },
  merchant: { type: "string", default: "seller_id" },
  canceled: { type: "string", default: "order_status=canceled" },
  invent: { type: "string" },
  within: { type: "string" },
  once: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Options that only one of the two ways acts on: the other one refuses them. */
const ofSending = ["base", "key", "rate", "concurrency", "play-payer", "wait", "report", "dry-run"];
const ofThrough = ["rates", "from", "days", "holiday", "merchant", "canceled", "invent", "within", "once"];

/** Refuses an option that the chosen way does not act on. */
export function assertActedOn(
  tokens: readonly { readonly kind: string; readonly name?: string | undefined }[],
  isThrough: boolean,
): void {
  const given = tokens.flatMap(({ kind, name }) => (kind === "option" && name !== undefined ? [name] : []));
  const idle = given.find((name) => (isThrough ? ofSending : ofThrough).includes(name));
  if (idle === undefined) return;
  throw new Misuse(isThrough ? `--${idle} says nothing with --through.` : `--${idle} wants --through=payout.`);
}

/** What was typed; a mistake is told with how it is done. */
export const readOptions = () => {
  try {
    return parseArgs({ options, allowPositionals: true, tokens: true, args: process.argv.slice(2) });
  } catch (error) {
    throw new Misuse(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};
export type Given = ReturnType<typeof readOptions>["values"];

/** NAME=VALUE, each as two. */
export const pairs = (name: string, given: readonly string[] = []): [string, string][] =>
  given.map((text) => {
    const at = text.indexOf("=");
    if (at < 1) throw new Misuse(`--${name} wants NAME=VALUE, not "${text}".`);
    return [text.slice(0, at), text.slice(at + 1)];
  });

export const positive = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Misuse(`--${name} wants a number above zero, not "${text}".`);
  return value;
};
