import { eventTypesByObject } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { type CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { ChoiceInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

const eventChoices = eventTypesByObject.order.map((type) => ({ value: type, label: type }));

const EventInput = (props: InputProps<string>) => <ChoiceInput {...props} isRequired={false} choices={eventChoices} />;

/** What was authorised and is not taken yet, in minor units. */
const leftOf = ({ authorizedAmount, capturedAmount }: CoinOrderDetail): string =>
  String(BigInt(authorizedAmount) - BigInt(capturedAmount));

type Words = (typeof coinOrderMessages)["en"];

export const forms = formsOf<typeof coinOrder, Words, CoinOrderDetail>(coinOrder, coinOrderMessages, {
  // The last time, where there may be several.
  capture: {
    isDeed: true,
    start: (row) => (row ? { ...row, amount: leftOf(row) } : {}),
    fields: ({ row, text }) =>
      row?.abilities.captureInParts
        ? [{ field: "amount", hint: text.captureHint }, { field: "final", hint: text.finalHint }, "reason"]
        : [{ field: "amount", hint: text.captureOnceHint }, "reason"],
  },
  void: { isDeed: true },
  cancel: { isDeed: true },
  resendWebhook: {
    isDeed: true,
    fields: ({ text }) => [{ field: "eventType", input: EventInput, hint: text.notifyHint }],
    start: (row) => ({ id: row?.id, merchantId: row?.merchantId }),
  },
  // A merchant's people write for their own side, which the operator sees as well: there is nothing to choose.
  addNote: {
    isDeed: true,
    fields: ({ isOfMerchant }) => [{ field: "text", isWide: true }, ...(isOfMerchant ? [] : (["visibility"] as const))],
    start: (row, { isOfMerchant }) => ({ id: row?.id, visibility: isOfMerchant ? "all" : "operator" }),
  },
});
