import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { refusingDuplicate } from "../../../platform/db/refusing-duplicate.ts";
import { tableOperations } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { forOperators } from "../../merchants/merchant/index.ts";
import { listMethods } from "./payment-method.store.ts";

const { delete: _kept, ...methods } = tableOperations("paymentMethods", paymentMethod, ({ now }) => ({
  id: newId("pm", now),
}));

/** The catalogue is edited by operators; everybody signed in may read what the methods are called. */
export const paymentMethodRoutes = forOperators(
  implement(paymentMethod, {
    ...methods,
    list: listMethods,
    add: (ctx, input) =>
      refusingDuplicate(
        "payment_methods_code_unique",
        () =>
          refuse(
            "paymentMethod.duplicate",
            { code: input.code },
            { status: 409, fields: [{ field: "code", message: "paymentMethod.duplicate" }] },
          ),
        () => methods.add(ctx, input),
      ),
    setStatus: methods.update,
  }),
  ["list"],
);
