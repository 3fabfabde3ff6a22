import { gatewayAccountMessages } from "@countinghouse/contract/gateways/gateway-account/gateway-account.messages.ts";
import { gatewayAccountPaymentMethod } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { SwitchStatus } from "@countinghouse/contract/payment-enumerations.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Link } from "react-router";
import { PriceSpan } from "../../../platform/gateways/price-text.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useMethodNames } from "../../../platform/payments/method-names.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

/** The methods that are switched on for an account, with what they cost between the cheapest and the dearest. */
export function AccountMethods({ gatewayAccountId }: { readonly gatewayAccountId: string }) {
  const { text } = useWords(gatewayAccountMessages);
  const locale = useLocale();
  const nameOf = useMethodNames();
  const answer = useAnswer(gatewayAccountPaymentMethod, "list", { gatewayAccountId });
  return (
    <section>
      <h3 className="ch-section-title">{text.methods}</h3>
      <Answered answer={answer}>
        {(data) => (
          <>
            {data.length === 0 ? <p className="ch-lines-muted">{text.noMethods}</p> : null}
            <ul className="ch-lines">
              {data.map(({ id, paymentMethodCode, status, cost }) => {
                const state = SwitchStatus.memberOf(status);
                return (
                  <li key={id}>
                    <Link className="ch-lines-name" to={`/acquiring/account-method?open=${id}`}>
                      {nameOf(paymentMethodCode)}
                    </Link>
                    <span className="ch-lines-side">
                      <PriceSpan cost={cost} />{" "}
                      {state && <StatusChip text={state.text[locale]} tone={state.tone} shape={state.shape} isFlat />}
                    </span>
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </Answered>
    </section>
  );
}
