/** An action of a lifecycle: its allowed states and its resulting state. */
export interface Transition<S extends string> {
  readonly from: readonly S[];
  readonly to: S;
}

/** States and transitions as data, for server and console. */
export interface Lifecycle<S extends string = string, A extends string = string> {
  readonly states: readonly S[];
  readonly initial: S;
  readonly actions: Readonly<Record<A, Transition<S>>>;
}

/** Declares a lifecycle. Throws for states unreachable from the initial one, a mistake that no request would reveal. */
export function defineLifecycle<const S extends string, const A extends string>(
  states: readonly S[],
  initial: NoInfer<S>,
  actions: Readonly<Record<A, Transition<NoInfer<S>>>>,
): Lifecycle<S, A> {
  const reached = new Set<S>([initial]);
  const transitions = Object.values<Transition<S>>(actions);
  for (let before = 0; before !== reached.size; ) {
    before = reached.size;
    for (const { from, to } of transitions) if (from.some((state) => reached.has(state))) reached.add(to);
  }
  const unreachable = states.filter((state) => !reached.has(state));
  if (unreachable.length > 0) throw new Error(`unreachable states: ${unreachable.join(", ")}`);
  return { states, initial, actions };
}

/** Whether `action` is allowed in `state`. */
export const allows = <S extends string, A extends string>(lifecycle: Lifecycle<S, A>, state: S, action: A): boolean =>
  lifecycle.actions[action].from.includes(state);

/** States without outgoing transitions. */
export const finalStates = <S extends string>(lifecycle: Lifecycle<S>): readonly S[] =>
  lifecycle.states.filter((state) =>
    Object.values<Transition<S>>(lifecycle.actions).every(({ from }) => !from.includes(state)),
  );
