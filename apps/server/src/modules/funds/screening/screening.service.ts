import { screeningMessages } from "@countinghouse/contract/funds/screening/screening.messages.ts";
import {
  type ScreeningMatch,
  ScreeningRow,
  screening,
  screeningMatchMin,
} from "@countinghouse/contract/funds/screening/screening.ts";
import { screeningImport } from "@countinghouse/contract/funds/screening/screening-columns.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { howWritten } from "@countinghouse/contract/text-formats.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import { type ImportFault, importHandlers, readImport } from "../../../platform/files/table-import.ts";
import type { Context } from "../../../platform/http/context.ts";
import { nameMatch } from "../payout-account/index.ts";
import { inOrder, keysOf } from "./screening.policy.ts";
import { entriesLike, entriesOf } from "./screening.store.ts";

const records = recordOperations({ table: "screeningEntries", resource: screening });

interface Entered {
  readonly kind: string;
  readonly name: string;
  readonly country?: string | null | undefined;
  readonly decision: string;
}

/** Why an entry is none: a country that is not named, or a name that would be refused by itself. */
function wrongIn({ kind, country, decision }: Entered): "countryNeeded" | "nameNotRefused" | undefined {
  if (kind === "country") return country ? undefined : "countryNeeded";
  return decision === "refuse" ? "nameNotRefused" : undefined;
}

function assertSound(entry: Entered): void {
  const wrong = wrongIn(entry);
  if (wrong) throw refuse(`screening.${wrong}`);
}

const added = (ctx: Context, entry: Entered) => {
  assertSound(entry);
  return records.add(ctx, { ...entry, keys: keysOf(entry.name) });
};

/** Page, detail, export and changes of entries. */
export const screeningRecords = {
  ...records,
  add: added,
  update: (ctx: Context, change: InputOf<(typeof screening)["operations"]["update"]>): Promise<null> => {
    const { kind, name, country, decision = "review" } = change;
    assertSound({ kind, name, country, decision });
    const kept: typeof change & { readonly keys: string[] } = { ...change, keys: keysOf(name) };
    return records.update(ctx, kept);
  },
};

const nameIn = ({ list, name }: { readonly list: string; readonly name: string }): string =>
  JSON.stringify([list.toLowerCase(), name.toLowerCase()]);

/** An entry as a row of a file tells it: a name for review unless it says otherwise. */
const entryOf = ({ kind, decision, ...told }: ScreeningRow) => ({
  ...told,
  kind: kind ?? ("individual" as const),
  decision: decision ?? ("review" as const),
  status: 1 as const,
});

async function judge(ctx: Context, data: string) {
  const { locale } = ctx.request;
  const { text, refusals } = screeningMessages[locale];
  const plan = { resource: screening, table: screeningImport, schema: ScreeningRow, locale, howWritten };
  const { read, faults: unread } = await readImport(data, plan);
  const faults: ImportFault[] = [...unread];
  const there = new Set((await entriesOf(ctx, ctx.actor.tenantId)).map(nameIn));
  const seen = new Set<string>();
  const placed: ReturnType<typeof entryOf>[] = [];
  for (const { row, told } of read) {
    const entry = entryOf(told);
    const key = nameIn(entry);
    const { name: code, list } = entry;
    const wrong = wrongIn(entry);
    const fault =
      (seen.has(key) && text.repeated) ||
      (there.has(key) && refusals.duplicate.replace("{list}", list).replace("{name}", code)) ||
      (wrong && refusals[wrong]);
    if (fault) faults.push({ row, code, reason: fault });
    else placed.push(entry);
    seen.add(key);
  }
  return { placed, faults };
}

/** Brings entries from a file. */
export const screeningImports = importHandlers(screening, {
  judge,
  take: async (ctx, placed) => {
    for (const entry of placed) await added(ctx, entry);
  },
});

/** How alike two names are, in per cent, in whichever order their words stand. */
export const likenessOf = (one: string, other: string): number =>
  Math.max(nameMatch(one, other), nameMatch(inOrder(one), inOrder(other)));

/** Most matches that are shown of one beneficiary. */
const shownMax = 20;

/** What a beneficiary is like, by the lists of now. */
export interface ScreeningFinding {
  /** Names that are alike, and its country where that is listed; the most alike first. */
  readonly matches: readonly ScreeningMatch[];
  /** Whether its country is one that nothing is paid to. */
  readonly isRefused: boolean;
}

/** Compares the name and country of a beneficiary with the entries of a tenant. */
export async function screenBeneficiary(
  ctx: Pick<Context, "db">,
  { tenantId, name, country }: { readonly tenantId: number; readonly name: string; readonly country: string },
): Promise<ScreeningFinding> {
  const entries = await entriesLike(ctx, { tenantId, keys: keysOf(name), country });
  const alike = entries.flatMap(({ decision, ...entry }) => {
    const likeness = entry.kind === "country" ? 100 : likenessOf(name, entry.name);
    return likeness >= screeningMatchMin ? [{ ...entry, likeness, decision }] : [];
  });
  return {
    matches: alike
      .sort((a, b) => b.likeness - a.likeness || a.id - b.id)
      .slice(0, shownMax)
      .map(({ decision: _decision, ...match }) => match as ScreeningMatch),
    isRefused: alike.some(({ decision }) => decision === "refuse"),
  };
}
