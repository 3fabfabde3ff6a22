import { afterEach, expect, test } from "vitest";
import { askForReason, endStep, secondPersonStep, showSent } from "./second-person.ts";

type Request = Parameters<typeof showSent>[0];
const request = (id: string) => ({ id }) as unknown as Request;

afterEach(() => {
  while (secondPersonStep.get()) endStep();
});

/** The displayed step, as one that asks for a reason. */
function asked() {
  const step = secondPersonStep.get();
  if (step?.kind !== "reason") throw new Error(`No reason is asked for, but ${step?.kind ?? "nothing"} shown`);
  return step;
}

test("a reason is asked for, and answers its caller", async () => {
  const answer = askForReason();
  asked().settle("Year's end");
  expect(secondPersonStep.get()).toBeUndefined();
  expect(await answer).toBe("Year's end");
});

test("a question that is closed answers that there is no reason", async () => {
  const answer = askForReason();
  asked().settle(undefined);
  expect(await answer).toBeUndefined();
});

test("two calls at once are asked one after the other, each in a round of its own", async () => {
  const [one, other] = [askForReason(), askForReason()];
  const first = asked();
  first.settle("one");
  const second = asked();
  expect(second.round).toBeGreaterThan(first.round);
  second.settle("other");
  expect(await Promise.all([one, other])).toEqual(["one", "other"]);
  expect(secondPersonStep.get()).toBeUndefined();
});

test("what was sent is shown after a question that is still open", async () => {
  const answer = askForReason();
  showSent(request("1"));
  showSent(request("2"));
  asked().settle("yes");
  await answer;
  expect(secondPersonStep.get()).toEqual({ kind: "sent", request: { id: "1" } });
  endStep();
  expect(secondPersonStep.get()).toEqual({ kind: "sent", request: { id: "2" } });
  endStep();
  expect(secondPersonStep.get()).toBeUndefined();
});
