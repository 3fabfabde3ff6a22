import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement } from "../../../platform/http/implement.ts";
import { listPositions } from "./pos.store.ts";
import { checkPositionFile, importPositions } from "./pos-import.service.ts";

const positions = recordOperations({ table: "positions", resource: sysPos });

/** Answers for positions. `countUsersIn` tells how many people hold one; a position that is held cannot be deleted. */
export const buildPosRoutes = (countUsersIn: (ctx: Context, id: number) => Promise<number>) =>
  implement(sysPos, {
    ...positions,
    list: listPositions,
    importCheck: checkPositionFile,
    import: importPositions,
    delete: async (ctx, input) => {
      const { name } = await positions.detail(ctx, input);
      const count = await countUsersIn(ctx, input.id);
      if (count > 0) throw refuse("sysPos.inUse", { name, count });
      return positions.delete(ctx, input);
    },
  });
