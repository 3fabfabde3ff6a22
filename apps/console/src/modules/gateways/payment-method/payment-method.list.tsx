import { paymentMethodMessages } from "@countinghouse/contract/gateways/payment-method/payment-method.messages.ts";
import { type PaymentMethod, paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { methodName } from "../../../platform/payments/method-names.ts";

const forms = () => import("./payment-method.form.tsx");

const OwnName = ({ row }: { readonly row: PaymentMethod }) => <>{methodName(row, useLocale())}</>;

/** The catalogue, with what each method is called in the reader's language. */
export function PaymentMethodList() {
  const { text } = useWords(paymentMethodMessages);
  const columns: ListPageProps<typeof paymentMethod>["columns"] = [
    { field: "name", title: text.name, cell: OwnName, width: 200 },
    { field: "code", width: 168 },
    { field: "category", width: 136 },
    "status",
    "sort",
  ];
  return (
    <ListPage
      resource={paymentMethod}
      columns={columns}
      forms={forms}
      rowActions={["update", "setStatus"]}
      nameField="code"
      heading={OwnName}
    />
  );
}
