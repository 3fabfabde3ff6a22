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

/** Capabilities of an active merchant. */
export const allCapabilities: Capabilities = { canPay: true, canRefund: true, canWithdraw: true, canPayout: true };
/** Capabilities of a merchant that is being closed: refunds and withdrawals continue, no payments are taken. */
export const windingUpCapabilities = { canPay: false } as const;

/** Capabilities of a closed merchant. */
export const noCapabilities: Capabilities = { canPay: false, canRefund: false, canWithdraw: false, canPayout: false };

const dayMs = 86_400_000;

/** Whether the particulars can be edited: by the merchant outside of a review, by the operator until closure. */
export const isEditable = (isOwn: boolean, status: MerchantState): boolean =>
  isOwn ? editableStates.includes(status) : status !== "closed";

/** The earliest day for a new application of a rejected merchant, while still in the future. */
export function dayOfReopening(rejectTime: string | null, now: Date): string | undefined {
  if (rejectTime === null) return undefined;
  const due = new Date(Date.parse(rejectTime) + reopenDays * dayMs);
  return due > now ? due.toISOString().slice(0, 10) : undefined;
}

/** Whether a suspension would remove no capability and so change nothing. */
export const takesNothing = ({ canPay, canRefund, canWithdraw, canPayout }: Capabilities): boolean =>
  canPay && canRefund && canWithdraw && canPayout;
