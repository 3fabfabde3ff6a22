import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { listMethods } from "./payment-method.store.ts";

const { delete: _kept, ...methods } = recordOperations({
  table: "paymentMethods",
  resource: paymentMethod,
  made: ({ now }) => ({
    id: newId("pm", now),
  }),
});

/** The catalogue is edited by operators; everybody signed in may read what the methods are called. */
export const paymentMethodRoutes = implement(paymentMethod, {
  ...methods,
  list: listMethods,
  setStatus: methods.update,
});
