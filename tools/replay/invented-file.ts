import { addDays } from "@countinghouse/money/plain-date.ts";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";

/** How a file of orders is invented. */
interface InventedFile {
  readonly seed: number;
  readonly rows: number;
  readonly sellers: number;
}

const headings = [
  "order_id",
  "order_status",
  "payment_sequential",
  "payment_type",
  "payment_value",
  "currency",
  "seller_id",
] as const;

/** Four of a hundred are called off, three quarters are paid by card; amounts run from a cent to some thousands. */
export function inventedOrders({ seed, rows, sellers }: InventedFile): string {
  const random = new SeededRandom(seed);
  const lines = Array.from({ length: rows }, (_, index) => {
    const share = random.next();
    const type = share < 0.77 ? "credit_card" : share < 0.93 ? "boleto" : share < 0.98 ? "voucher" : "debit_card";
    const minor = random.chance(0.01)
      ? random.between(1, 40)
      : random.between(500, random.chance(0.1) ? 300_000 : 30_000);
    return [
      `${seed}-${String(index + 1).padStart(7, "0")}`,
      random.chance(0.04) ? "canceled" : "delivered",
      "1",
      type,
      `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`,
      "BRL",
      `seller-${random.between(1, sellers)}`,
    ].join(",");
  });
  return `${[headings.join(","), ...lines].join("\n")}\n`;
}

/** Reference rates of the euro on the weekdays of a time, in the form of the European Central Bank's file. */
export function inventedRates(seed: number, from: string, days: number): string {
  const random = new SeededRandom(seed);
  let [dollar, real] = [11_700, 60_000];
  const lines = Array.from({ length: days }, (_, index) => addDays(from, index)).flatMap((day) => {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6) return [];
    dollar += random.between(-60, 60);
    real += random.between(-400, 400);
    return [`${day},${(dollar / 10_000).toFixed(4)},${(real / 10_000).toFixed(4)}`];
  });
  return `${["Date,USD,BRL", ...lines.reverse()].join("\n")}\n`;
}
