import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement } from "../../../platform/http/implement.ts";
import { listPositions, positionRecords } from "./pos.store.ts";
import { positionImports } from "./pos-import.service.ts";

/** Routes of positions. `countUsersIn` counts a position's users; a position in use cannot be deleted. */
export const buildPosRoutes = (countUsersIn: (ctx: Context, id: number) => Promise<number>) =>
  implement(sysPos, {
    ...positionRecords,
    ...positionImports,
    list: listPositions,
    delete: async (ctx, input) => {
      const { name } = await positionRecords.detail(ctx, input);
      const count = await countUsersIn(ctx, input.id);
      if (count > 0) throw refuse("sysPos.inUse", { name, count });
      return positionRecords.delete(ctx, input);
    },
  });
