import {
  editableStates,
  type MerchantState,
  reopenDays,
} from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";

interface Capabilities {
  readonly canPay: boolean;
  readonly canRefund: boolean;
  readonly canWithdraw: boolean;
  readonly canPayout: boolean;
}

/** What an active merchant may do. */
export const allCapabilities: Capabilities = { canPay: true, canRefund: true, canWithdraw: true, canPayout: true };
/** What a merchant on its way out may do: money still goes back to payers and to the merchant, none comes in. */
export const windingUpCapabilities = { canPay: false } as const;

/** What a closed merchant may do. */
export const noCapabilities: Capabilities = { canPay: false, canRefund: false, canWithdraw: false, canPayout: false };

const dayMs = 86_400_000;

/** Whether the particulars may be changed: by the merchant while nobody judges them, by the operator until the end. */
export const isEditable = (isOwn: boolean, status: MerchantState): boolean =>
  isOwn ? editableStates.includes(status) : status !== "closed";

/** The day from which a rejected merchant may open a new case, while that is still to come. */
export function dayOfReopening(rejectTime: string | null, now: Date): string | undefined {
  if (rejectTime === null) return undefined;
  const due = new Date(Date.parse(rejectTime) + reopenDays * dayMs);
  return due > now ? due.toISOString().slice(0, 10) : undefined;
}

/** Whether a suspension leaves everything as it is, so that it would be none. */
export const takesNothing = ({ canPay, canRefund, canWithdraw, canPayout }: Capabilities): boolean =>
  canPay && canRefund && canWithdraw && canPayout;
