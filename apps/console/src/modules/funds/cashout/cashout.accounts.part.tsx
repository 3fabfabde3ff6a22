import { type PayoutAccount, payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { VerifyStatus } from "@countinghouse/contract/funds/payout-account/payout-account-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { cashoutScreenMessages } from "./cashout.messages.ts";

/** Whether money may be sent to an account now: in use, verified, and rested since it was changed. */
export const isFit = ({ status, verifyStatus, restsUntil }: PayoutAccount, now = new Date().toISOString()): boolean =>
  status === "enabled" && verifyStatus === "verified" && restsUntil <= now;

interface AccountPicksProps {
  readonly accounts: readonly PayoutAccount[];
  readonly chosen: unknown;
  onChoose(id: string): void;
}

/** The merchant's accounts: one that rests or waits stays in the list, says until when, and cannot be chosen. */
export function AccountPicks({ accounts, chosen, onChoose }: AccountPicksProps) {
  const words = useWords(cashoutScreenMessages);
  const zone = useTimeZone();
  const now = new Date().toISOString();
  const rests = (one: PayoutAccount) => one.verifyStatus === "verified" && one.restsUntil > now;
  return (
    <fieldset className="cashout-accounts">
      <legend>
        {words.toWhich}
        <Link to={payoutAccount.menu?.path ?? ""}>{words.addAccount}</Link>
      </legend>
      {accounts.length === 0 ? <p className="funds-quiet">{words.noAccounts}</p> : null}
      {accounts.map((one) => (
        <label key={one.id} className={isFit(one, now) ? "cashout-account" : "cashout-account cashout-unfit"}>
          <input
            type="radio"
            name="payoutAccountId"
            checked={chosen === one.id}
            disabled={!isFit(one, now)}
            onChange={() => onChoose(one.id)}
          />
          <span>
            <b>{`${one.bankName} ·· ${one.last4}`}</b>{" "}
            {rests(one) ? (
              <StatusChip text={words.resting} tone="warning" isFlat />
            ) : (
              <ChipOf enumeration={VerifyStatus} value={one.verifyStatus} isFlat />
            )}
            <small>{`${one.holderName}, ${one.currency}`}</small>
          </span>
          {rests(one) ? <small>{fill(words.restsUntil, { time: formatInstant(one.restsUntil, zone) })}</small> : null}
        </label>
      ))}
      {accounts.some(rests) ? (
        <p className="funds-note ch-tone-warning">
          {words.restNote} <Link to={payoutAccount.menu?.path ?? ""}>{words.blockIt}</Link>
        </p>
      ) : null}
    </fieldset>
  );
}
