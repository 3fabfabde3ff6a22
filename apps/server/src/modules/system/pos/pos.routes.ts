import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { refusingDuplicate } from "../../../platform/db/refusing-duplicate.ts";
import { tableOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement } from "../../../platform/http/implement.ts";
import { listPositions } from "./pos.store.ts";

const positions = tableOperations("positions", sysPos);

const naming = <R>(
  { name, code }: { name: string; code?: string | null | undefined },
  work: () => Promise<R>,
): Promise<R> =>
  refusingDuplicate(
    "positions_name_code_unique",
    () =>
      refuse(
        "sysPos.duplicate",
        { name, code: code ?? "" },
        { status: 409, fields: [{ field: "name", message: "sysPos.duplicate" }] },
      ),
    work,
  );

/** Answers for positions. `countUsersIn` tells how many people hold one; a position that is held cannot be deleted. */
export const buildPosRoutes = (countUsersIn: (ctx: Context, id: number) => Promise<number>) =>
  implement(sysPos, {
    ...positions,
    list: listPositions,
    add: (ctx, input) => naming(input, () => positions.add(ctx, input)),
    update: (ctx, input) => naming(input, () => positions.update(ctx, input)),
    delete: async (ctx, input) => {
      const { name } = await positions.detail(ctx, input);
      const count = await countUsersIn(ctx, input.id);
      if (count > 0) throw refuse("sysPos.inUse", { name, count }, { status: 409 });
      return positions.delete(ctx, input);
    },
  });
