/** What of a binding says how much it takes. */
export interface WeightedBinding {
  readonly id: string;
  readonly accountName: string;
  readonly status: string;
  readonly priority: number;
  readonly weight: number;
}

/** How much an account takes now, and would take; in tenths of a per cent. */
export interface TrafficShare {
  readonly id: string;
  readonly accountName: string;
  readonly before: number;
  readonly after: number;
}

const whole = 1_000;

/** By weight among the accounts of the first priority that are switched on; where all weigh nothing, alike. */
function sharesOf(bindings: readonly WeightedBinding[]): ReadonlyMap<string, number> {
  const on = bindings.filter(({ status }) => status === "enabled");
  const first = Math.min(...on.map(({ priority }) => priority));
  const group = on.filter(({ priority }) => priority === first);
  const sum = group.reduce((all, { weight }) => all + weight, 0);
  const shareOf = ({ weight }: WeightedBinding) =>
    Math.round(sum === 0 ? whole / group.length : (weight * whole) / sum);
  return new Map(group.map((one) => [one.id, shareOf(one)]));
}

/** The shares of a merchant's accounts as they are and as a change makes them; those that take nothing either way come last. */
export function sharesAfter(
  bindings: readonly WeightedBinding[],
  id: string | undefined,
  change: Partial<Pick<WeightedBinding, "accountName" | "status" | "priority" | "weight">>,
): TrafficShare[] {
  const known = bindings.some((one) => one.id === id);
  const changed = bindings.map((one) => (one.id === id ? { ...one, ...change } : one));
  const added: WeightedBinding = { id: "", accountName: "", status: "enabled", priority: 100, weight: 0, ...change };
  const all = known ? changed : [...bindings, added];
  const [before, after] = [sharesOf(bindings), sharesOf(all)];
  return all
    .map((one) => ({
      id: one.id,
      accountName: one.accountName,
      before: before.get(one.id) ?? 0,
      after: after.get(one.id) ?? 0,
    }))
    .sort((a, b) => b.after - a.after || b.before - a.before);
}
