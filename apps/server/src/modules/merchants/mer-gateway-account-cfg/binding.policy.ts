/** A binding's part in traffic sharing. */
export interface WeighedBinding {
  readonly gatewayAccountId: string;
  readonly status: "pending" | "enabled" | "disabled";
  readonly priority: number;
  readonly weight: number;
}

/** A binding with its new weight. */
export interface NewWeight {
  readonly gatewayAccountId: string;
  readonly before: number;
  readonly after: number;
}

interface WeightShift {
  readonly fromAccountId: string;
  readonly toAccountId: string;
  readonly percent: number;
}

const weightMax = 100;

/**
 * The weights after a share of one account's orders moved to another: the other accounts of the priority keep theirs.
 * Where whole numbers up to 100 cannot express it, all are scaled alike, and no share is lost to rounding. Undefined
 * when the two do not share traffic.
 */
export function shiftedWeights(
  bindings: readonly WeighedBinding[],
  shift: WeightShift,
): readonly NewWeight[] | undefined {
  const source = bindings.find(({ gatewayAccountId }) => gatewayAccountId === shift.fromAccountId);
  const target = bindings.find(({ gatewayAccountId }) => gatewayAccountId === shift.toAccountId);
  if (!source || !target || source === target || source.weight === 0) return undefined;
  if (source.priority !== target.priority || source.status !== "enabled" || target.status !== "enabled")
    return undefined;
  const others = bindings.filter(
    (one) => one.priority === source.priority && one.status === "enabled" && one !== source && one !== target,
  );
  const group = [source, target, ...others];
  const moved = source.weight * shift.percent;
  // Weights in hundredths, exact.
  const exact = group.map((one) => ({
    one,
    hundredths: one.weight * 100 + (one === target ? moved : one === source ? -moved : 0),
  }));
  const highest = Math.max(...exact.map(({ hundredths }) => hundredths));
  const isWhole = exact.every(({ hundredths }) => hundredths % 100 === 0) && highest <= weightMax * 100;
  const scaled = (hundredths: number): number =>
    hundredths === 0 ? 0 : Math.max(1, Math.round((hundredths * weightMax) / highest));
  return exact
    .map(({ one, hundredths }) => ({
      gatewayAccountId: one.gatewayAccountId,
      before: one.weight,
      after: isWhole ? hundredths / 100 : scaled(hundredths),
    }))
    .filter(({ before, after }) => before !== after);
}

/** The fields of a change that differ from the stored ones: what is to be approved. */
export function changedFields(stored: object, wanted: object): Record<string, unknown> {
  const before = stored as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && canonical(value) !== canonical(before[name] ?? null),
    ),
  );
}

/** A value as canonical text, independent of the order of an object's members in the database. */
const canonical = (value: unknown): string => JSON.stringify(sortedKeys(value ?? null));

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sortedKeys(one)]),
  );
}
