import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { settlementObject } from "../../funds/settlements/index.ts";
import { decodeCursor, pageFrom } from "./cursor.wire.ts";
import type { OpenCall, OpenHandlers } from "./open-call.service.ts";
import { type FoundSettlement, linesOfSettlement, listSettlements, settlementByNo } from "./settlements.store.ts";

type SettlementNames = "listSettlements" | "getSettlement" | "listSettlementLines";

/** The merchant's settlement with a number in the key's mode; any other is not found. */
async function settlementOf({ reading, app }: OpenCall, batchNo: string): Promise<FoundSettlement> {
  const found = await settlementByNo(reading, app, batchNo);
  if (!found) throw refuse("openApi.notFound", { what: "settlement" });
  return found;
}

/** Handlers of settlements. */
export const settlementHandlers: Pick<OpenHandlers, SettlementNames> = {
  listSettlements: async ({ reading, app: { merchantId, mode } }, { query: { limit, cursor, ...filter } }) => {
    const list = { name: "settlements", filter };
    const rows = await listSettlements(reading, {
      ...filter,
      merchantId,
      mode,
      limit,
      after: decodeCursor(cursor, list),
    });
    const position = ({ createTime, id }: FoundSettlement) => ({ time: createTime, id });
    return pageFrom(rows, limit, { list, position, view: settlementObject });
  },

  getSettlement: async (call, { params: { batchNo } }) => settlementObject(await settlementOf(call, batchNo)),

  listSettlementLines: async (call, { params: { batchNo }, query: { limit, cursor } }) => {
    const settlement = await settlementOf(call, batchNo);
    const { merchantId } = call.app;
    const list = { name: "lines", filter: { batchNo } };
    const after = decodeCursor(cursor, list);
    const rows = await linesOfSettlement(call.reading, merchantId, settlement, { limit, after });
    return pageFrom(rows, limit, {
      list,
      position: ({ bookedTime, id }) => ({ time: bookedTime, id }),
      view: ({ amount, taxAmount, ...line }) => ({ ...line, amount: Number(amount), taxAmount: Number(taxAmount) }),
    });
  },
};
