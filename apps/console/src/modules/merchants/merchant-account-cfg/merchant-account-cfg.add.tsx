import { merchantAccountCfgMessages } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.messages.ts";
import {
  type MerchantAccountCfg,
  merchantAccountCfg,
} from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

/** Asks for terms, or for the next version of those it is opened on. */
export function MerchantAccountCfgAdd({ record, onClose }: RowFormProps<MerchantAccountCfg>) {
  const { text } = useWords(merchantAccountCfgMessages);
  const isDisabled = record !== undefined;
  return (
    <SectionedForm
      resource={merchantAccountCfg}
      operation="add"
      as="drawer"
      initial={record ? { ...record, validFrom: null } : undefined}
      sections={({ settlementFrequency, reserveType }) => [
        {
          key: "settlement",
          title: text.settlement,
          fields: [
            { field: "merchantId", isWide: true, isDisabled },
            { field: "settlementCurrency", isDisabled },
            "settlementDays",
            "settlementFrequency",
            ...(settlementFrequency === "daily" ? [] : (["settlementDay"] as const)),
            "settlementZone",
            { field: "cutoffTime", hint: text.cutoffHint },
            { field: "calendars", hint: text.calendarsHint },
            "minSettlementAmount",
            "autoSettle",
            "validFrom",
          ],
        },
        {
          key: "reserve",
          title: text.reserve,
          fields: [
            "reserveType",
            ...(reserveType === "rolling" ? (["reserveRatio", "reserveDays", "reserveCap"] as const) : []),
            ...(reserveType === "fixed" ? (["fixedDepositTarget"] as const) : []),
            "negativeBalanceLimit",
          ],
        },
        {
          key: "withdrawals",
          title: text.withdrawals,
          fields: [
            "withdrawMin",
            "withdrawMax",
            "withdrawDailyMax",
            "withdrawStep",
            "withdrawFeePercent",
            "withdrawFeeFixed",
            "withdrawFeeMode",
            "autoApproveLimit",
            "minRetained",
          ],
        },
        {
          key: "exchange",
          title: text.exchange,
          fields: [
            "fxMarkup",
            "gatewayFeeMode",
            "refundSource",
            "lateSuccessPolicy",
            { field: "remark", isWide: true },
          ],
        },
      ]}
      onClose={onClose}
    />
  );
}

/** Says why terms are not agreed to. */
export const MerchantAccountCfgReject = ({ record, onClose }: RowFormProps<MerchantAccountCfg>) => {
  const { text } = useWords(merchantAccountCfgMessages);
  return (
    <RecordForm
      resource={merchantAccountCfg}
      operation="reject"
      fields={[{ field: "reason", isWide: true, hint: text.rejectLead }]}
      record={record}
      onClose={onClose}
    />
  );
};
