import { merchantMessages } from "@countinghouse/contract/merchants/merchant/merchant.messages.ts";
import { type Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { useIsOfMerchant } from "../../../platform/session/session.ts";

type FormProps = RowFormProps<Merchant>;

const particulars = [
  "name",
  "legalName",
  "nameEn",
  "type",
  "country",
  "registrationNo",
  "taxNo",
  "incorporationDate",
  { field: "registeredAddress", isWide: true },
  "mcc",
  "website",
  { field: "businessModel", isWide: true },
  "currency",
  "timezone",
  "expectedMonthlyVolume",
  "averageTicket",
  "contactName",
  "contactPhone",
  "contactEmail",
] as const;

/** With what the operator decides about the merchant. */
const everything = [...particulars, "riskLevel", "orgId"] as const;

/** Enters a merchant as a draft, or changes the one it is opened on. */
export function MerchantAdd({ record, onClose }: FormProps) {
  const fields = useIsOfMerchant() ? particulars : everything;
  return record ? (
    <RecordForm resource={merchant} operation="update" as="drawer" fields={fields} record={record} onClose={onClose} />
  ) : (
    <RecordForm resource={merchant} operation="add" as="drawer" fields={fields} onClose={onClose} />
  );
}

type Reasoned = "requestInfo" | "reject" | "resume" | "close" | "withdraw";

/** A step that has to say why. */
const reasoned =
  (operation: Reasoned) =>
  ({ record, onClose }: FormProps) => (
    <RecordForm
      resource={merchant}
      operation={operation}
      fields={[{ field: "reason", isWide: true }]}
      record={record}
      onClose={onClose}
    />
  );

export const MerchantRequestInfo = reasoned("requestInfo");
export const MerchantReject = reasoned("reject");
export const MerchantResume = reasoned("resume");
export const MerchantClose = reasoned("close");
export const MerchantWithdraw = reasoned("withdraw");

/** Says what the merchant may go on doing, and why not the rest. */
export function MerchantSuspend({ record, onClose }: FormProps) {
  const { text } = useWords(merchantMessages);
  const suspending = [
    { field: "canPay", hint: text.suspendHint },
    "canRefund",
    "canWithdraw",
    "canPayout",
    { field: "reason", isWide: true },
  ] as const;
  return <RecordForm resource={merchant} operation="suspend" fields={suspending} record={record} onClose={onClose} />;
}

export function MerchantPin({ record, onClose }: FormProps) {
  const { text } = useWords(merchantMessages);
  return (
    <RecordForm
      resource={merchant}
      operation="pinUser"
      fields={[{ field: "account", hint: text.pinHint, isWide: true }]}
      record={record}
      onClose={onClose}
    />
  );
}

export const MerchantUnpin = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={merchant}
    operation="unpinUser"
    fields={[{ field: "account", isWide: true }]}
    record={record}
    onClose={onClose}
  />
);
