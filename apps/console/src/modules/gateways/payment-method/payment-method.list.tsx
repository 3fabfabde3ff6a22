import { paymentMethodMessages } from "@countinghouse/contract/gateways/payment-method/payment-method.messages.ts";
import { type PaymentMethod, paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { methodName } from "../../../platform/payments/method-names.ts";

const PaymentMethodAdd = arriving(async () => (await import("./payment-method.add.tsx")).PaymentMethodAdd);
const PaymentMethodStatus = arriving(async () => (await import("./payment-method.add.tsx")).PaymentMethodStatus);

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
      create={PaymentMethodAdd}
      rowActions={[
        { action: "update", form: PaymentMethodAdd },
        { action: "setStatus", form: PaymentMethodStatus },
      ]}
      nameField="code"
      heading={OwnName}
    />
  );
}
