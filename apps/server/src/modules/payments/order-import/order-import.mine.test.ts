import { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import { buildImportDesk, buildImportNode, file, type ImportNode, line } from "../../../../test/order-imports.ts";

let node: ImportNode;
beforeAll(async () => {
  node = await buildImportNode();
});
afterAll(() => node.close());

test("orderImport.mine answers a user's own imports, and none to whoever may not list imports", async () => {
  const { app } = node;
  const desk = await buildImportDesk(node);
  const id = await desk.upload(file(line()));
  expect((await desk.client.call(orderImport, "mine", {})).map((one) => one.id)).toEqual([id]);
  expect(await app.as(actor({ tenantId: desk.tenantId })).call(orderImport, "mine", {})).toEqual([]);
  const { userId } = await ownerOf(id);
  const may = actor({ tenantId: desk.tenantId, userId, holdsAll: false, permissions: new Set(["coinOrder:page"]) });
  expect(await app.as(may).call(orderImport, "mine", {})).toEqual([]);
});

const ownerOf = (id: string) =>
  node.app.platform.db
    .selectFrom("orderImports")
    .select("createUserId as userId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow() as Promise<{ userId: number }>;
