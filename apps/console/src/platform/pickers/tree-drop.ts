/** What was dropped on, in a tree whose records know what they lie below. */
interface Target {
  readonly id: number;
  readonly pid: number;
}

/** Where a record was dropped: below which one, and behind which. `siblings` lie beside the target, without what is moved. */
export function dropPlace(target: Target, siblings: readonly Target[], isBeside: boolean, isBefore: boolean) {
  if (!isBeside) return { pid: target.id, afterId: null };
  const at = siblings.findIndex(({ id }) => id === target.id);
  return { pid: target.pid, afterId: isBefore ? (siblings[at - 1]?.id ?? null) : target.id };
}
