import {
  type CallInput,
  type OperationName,
  pathOf,
  type Resource,
  type ResultOf,
} from "@countinghouse/contract/kit/resource.ts";

/** What the fake refuses with, as the server's envelope carries it. */
export interface FakeRefusal {
  readonly status: number;
  readonly message: string;
  readonly bizCode?: string;
  readonly fields?: readonly { readonly field: string; readonly message: string }[];
}

/** A call the fake received. */
export interface ReceivedCall {
  readonly path: string;
  readonly input: Record<string, unknown>;
  readonly idempotencyKey: string | null;
}

type Answer = (input: never) => unknown;
type OtherAnswer = (path: string, input: Record<string, unknown>) => unknown;

const refusals = new WeakSet<object>();

/** Makes an answer a refusal: `return refusal({ status: 409, … })`. */
export function refusal(facts: FakeRefusal): never {
  refusals.add(facts);
  return facts as never;
}

/**
 * Stands in for the server at the edge of the console, its `fetch`; answers are typed by the contract, so that a fake
 * that no longer fits does not compile. A call nobody answers is a 404.
 */
export function startFakeServer() {
  const answers = new Map<string, Answer>();
  const calls: ReceivedCall[] = [];
  let otherwise: OtherAnswer = (path) => refusal({ status: 404, message: `no answer for ${path}` });
  const realFetch = window.fetch;
  window.fetch = async (address, init) => {
    const [path = "", query = ""] = String(address).split("?");
    if (!path.startsWith("/api/")) return realFetch(address, init);
    const input = init?.body ? JSON.parse(String(init.body)) : Object.fromEntries(new URLSearchParams(query));
    calls.push({ path, input, idempotencyKey: new Headers(init?.headers).get("Idempotency-Key") });
    const answer = answers.get(path);
    const result = answer ? await answer(input as never) : otherwise(path, input);
    return envelope(result);
  };
  return {
    calls,
    /** The inputs of the calls to an operation, oldest first. */
    inputs: <R extends Resource>(resource: R, operation: OperationName<R>) =>
      calls.filter(({ path }) => path === pathOf(resource, operation)).map(({ input }) => input),
    answer<R extends Resource, O extends OperationName<R>>(
      resource: R,
      operation: O,
      answer: (
        input: CallInput<R["operations"][O]>,
      ) => ResultOf<R["operations"][O]> | Promise<ResultOf<R["operations"][O]>>,
    ): void {
      answers.set(pathOf(resource, operation), answer as Answer);
    },
    /** Answers every call that nothing else answers. */
    answerRest(answer: OtherAnswer): void {
      otherwise = answer;
    },
    stop: (): void => {
      window.fetch = realFetch;
    },
  };
}

export type FakeServer = ReturnType<typeof startFakeServer>;

function envelope(result: unknown): Response {
  const refused =
    typeof result === "object" && result !== null && refusals.has(result) ? (result as FakeRefusal) : undefined;
  const code = refused?.status ?? 200;
  const extras = refused
    ? { bizCode: refused.bizCode ?? "", fields: refused.fields ?? [], requestId: "req_test" }
    : null;
  const body = {
    code,
    type: refused ? "error" : "success",
    message: refused?.message ?? "ok",
    result: refused ? null : result,
    extras,
    time: "",
  };
  return new Response(JSON.stringify(body), { status: code, headers: { "Content-Type": "application/json" } });
}

/** A page of a list, as the server would cut it from all rows. */
export function pageOfRows<Row>(
  all: readonly Row[],
  { page = 1, pageSize = 20 }: { page?: number | undefined; pageSize?: number | undefined },
) {
  return {
    items: all.slice((page - 1) * pageSize, page * pageSize),
    total: all.length,
    totalIsExact: true,
    page,
    pageSize,
    totalPages: Math.ceil(all.length / pageSize),
    hasPrevPage: page > 1,
    hasNextPage: page * pageSize < all.length,
    nextCursor: null,
    prevCursor: null,
    limitedBy: null,
  };
}
