import { expect, test } from "vitest";
import { createTurnYielder } from "./turn-yielder.ts";

test("a long work lets those go first who have waited meanwhile", async () => {
  const breathe = createTurnYielder();
  const began = performance.now();
  while (performance.now() - began < 6);
  const order: string[] = [];
  setImmediate(() => order.push("who waited"));
  await breathe();
  order.push("the work");
  expect(order).toEqual(["who waited", "the work"]);
});
