import { PayerDevice, RouteExclusion } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { CallInput, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { merPayChannelCfgMessages } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.messages.ts";
import { merPayChannelCfg } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { PaymentMethodCategory, PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput, TextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { Alert, Button } from "antd";
import { useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { call } from "../../../platform/api/client.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { CurrencyPicker } from "../../../platform/pickers/payment-pickers.tsx";
import { AppPicker, MerchantPicker } from "../../../platform/pickers/record-pickers.tsx";
import { useOwnMerchant } from "../../../platform/session/session.ts";

type Operation = (typeof merPayChannelCfg.operations)["preview"];
type Line = ResultOf<Operation>[number];

/** What a payer would be offered, in the order of the checkout, and why not the rest. */
export function CheckoutPreview({ onClose }: { onClose(): void }) {
  const { text } = useWords(merPayChannelCfgMessages);
  const { actions } = useWords(merPayChannelCfg);
  const { close } = useUiWords();
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({ mode: "test" });
  const own = useOwnMerchant();
  const asked = { merchantId: own?.id, currency: own?.currency ?? "USD", ...typed };
  const [lines, setLines] = useState<readonly Line[]>();
  const [failure, setFailure] = useState<string>();
  const input = merPayChannelCfg.operations.preview.input.safeParse(asked);
  const set = (name: string) => (value: unknown) => setTyped((before) => ({ ...before, [name]: value }));
  const ask = async () => {
    setFailure(undefined);
    try {
      setLines(await call(merPayChannelCfg, "preview", input.data as CallInput<Operation>));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
    }
  };
  const foot = (
    <>
      <Button onClick={onClose}>{close}</Button>
      <Button type="primary" disabled={!input.success} onClick={() => void ask()}>
        {actions.preview}
      </Button>
    </>
  );
  return (
    <FormFrame kind="drawer" title={text.previewTitle} foot={foot} onClose={onClose}>
      <PreviewFields asked={asked} set={set} />
      <div className="checkout-answer" aria-live="polite">
        {failure && <Alert type="error" showIcon title={failure} />}
        {lines && <Checkout lines={lines} />}
      </div>
    </FormFrame>
  );
}

interface PreviewFieldsProps {
  readonly asked: Readonly<Record<string, unknown>>;
  set(name: string): (value: unknown) => void;
}

function PreviewFields({ asked, set }: PreviewFieldsProps) {
  const { fields } = useWords(merPayChannelCfgMessages);
  const locale = useLocale();
  const choices = (members: readonly { value: string | number; text: Readonly<Record<typeof locale, string>> }[]) =>
    members.map(({ value, text }) => ({ value: String(value), label: text[locale] }));
  const currency = String(asked.currency);
  const text = (name: string) => asked[name] as string | null | undefined;
  return (
    <div className="ch-form">
      {useOwnMerchant() ? null : (
        <Field label={fields.merchantId} isRequired>
          {(facts) => <MerchantPicker facts={facts} value={text("merchantId")} onChange={set("merchantId")} />}
        </Field>
      )}
      <Field label={fields.coinAppId}>
        {(facts) => (
          <AppPicker
            merchantId={text("merchantId") ?? null}
            facts={facts}
            value={text("coinAppId")}
            onChange={set("coinAppId")}
          />
        )}
      </Field>
      <Field label={fields.mode} isRequired>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            value={text("mode")}
            onChange={set("mode")}
            isRequired
            choices={choices(PaymentMode.members)}
          />
        )}
      </Field>
      <Field label={fields.device}>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            value={text("device")}
            onChange={set("device")}
            choices={choices(PayerDevice.members)}
          />
        )}
      </Field>
      <Field label={fields.currency} isRequired>
        {(facts) => <CurrencyPicker facts={facts} value={currency} onChange={set("currency")} isRequired />}
      </Field>
      <Field label={fields.amount} isRequired>
        {/* Another currency has other decimals: the amount is typed anew. */}
        {(facts) => (
          <MoneyInput key={currency} facts={facts} value={null} onChange={set("amount")} currency={currency} />
        )}
      </Field>
      <Field label={fields.country}>
        {(facts) => <TextInput facts={facts} value={text("country")} onChange={set("country")} maxLength={2} />}
      </Field>
    </div>
  );
}

const reasonWords = {
  hidden: "hidden",
  switchedOff: "switchedOff",
  channelOff: "channelOff",
  maintenance: "maintenance",
  methodOff: "methodOff",
  currency: "currencyReason",
  country: "countryReason",
  amount: "amountReason",
  device: "deviceReason",
  noRoute: "noRoute",
} as const;

function Checkout({ lines }: { readonly lines: readonly Line[] }) {
  const { text } = useWords(merPayChannelCfgMessages);
  const locale = useLocale();
  const shown = lines.filter(({ isShown }) => isShown);
  const left = lines.filter(({ isShown }) => !isShown);
  if (lines.length === 0) return <p>{text.noChannels}</p>;
  const wordsOf = (reasons: Line["excluded"][number]["reasons"]) =>
    reasons.map((reason) => RouteExclusion.memberOf(reason)?.text[locale] ?? reason).join(", ");
  return (
    <>
      <section>
        <h3 className="ch-section-title">{text.shown}</h3>
        {shown.length === 0 && <p>{text.nothingShown}</p>}
        <ol className="checkout-lines">
          {shown.map((line) => (
            <li key={line.channelId} className="checkout-line">
              <strong>{line.label}</strong>
              <StatusChip text={PaymentMethodCategory.memberOf(line.category)?.text[locale] ?? line.category} isFlat />
              {line.accounts.length > 0 && (
                <small>
                  {text.accountsInOrder}: {line.accounts.join(" → ")}
                </small>
              )}
            </li>
          ))}
        </ol>
      </section>
      {left.length > 0 && (
        <section>
          <h3 className="ch-section-title">{text.notShown}</h3>
          <ul className="checkout-lines">
            {left.map((line) => (
              <li key={line.channelId} className="checkout-line checkout-line-out">
                <strong>{line.channelName}</strong>
                <span>{line.reason && text[reasonWords[line.reason]]}</span>
                {line.message && <small>{line.message}</small>}
                {line.excluded.map(({ name, reasons }) => (
                  <small key={name}>
                    {name}: {wordsOf(reasons)}
                  </small>
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
