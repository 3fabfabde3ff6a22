import { add, type Money } from "@countinghouse/money/money.ts";

/** One call to a gateway account, with its result. */
export interface GatewayCall {
  /** A decline by an issuer counts as a successful call. */
  readonly outcome: "ok" | "technical_error" | "timeout";
  readonly latencyMs: number;
  /** The provider rejected our credentials, or the method is disabled there: every further call would fail as well. */
  readonly isMisconfigured?: boolean;
}

/** A payment that was approved or declined. */
export interface DecidedPayment {
  readonly merchantId: string;
  readonly amount: Money;
  readonly method: string;
  readonly binCountry: string | null;
  readonly isApproved: boolean;
  /**
   * It counted as declined before it was captured after all: only its use of the caps is new, not its rate of
   * approval.
   */
  readonly wasDeclined?: boolean;
  /** When it began: decides the day and month it counts for. */
  readonly startedAt: Date;
}

/** Calls of one account since the last write. */
export interface CallCount {
  calls: number;
  failures: number;
  trailingFailures: number;
  isMisconfigured: boolean;
  latencyMs: number;
}

export interface UsageCount {
  readonly accountId: string;
  readonly merchantId: string;
  readonly period: string;
  amount: Money;
  payments: number;
}

export interface ApprovalCount {
  readonly accountId: string;
  readonly method: string;
  readonly binCountry: string;
  readonly hour: string;
  attempts: number;
  approved: number;
}

/** Counts that are not written yet, keyed by the row they add to. */
export class CallTally {
  readonly calls = new Map<string, CallCount>();
  readonly usages = new Map<string, UsageCount>();
  readonly approvals = new Map<string, ApprovalCount>();

  get isEmpty(): boolean {
    return this.calls.size + this.usages.size + this.approvals.size === 0;
  }

  add(accountId: string, { outcome, latencyMs, isMisconfigured = false }: GatewayCall): void {
    const hasFailed = outcome !== "ok";
    const count = this.calls.get(accountId) ?? emptyCount();
    count.calls += 1;
    count.failures += Number(hasFailed);
    count.trailingFailures = hasFailed ? count.trailingFailures + 1 : 0;
    count.isMisconfigured ||= isMisconfigured;
    count.latencyMs += Math.max(0, Math.round(latencyMs));
    this.calls.set(accountId, count);
  }

  addPayment(accountId: string, payment: DecidedPayment): void {
    const { merchantId, amount, method, binCountry, isApproved, wasDeclined = false, startedAt } = payment;
    const time = startedAt.toISOString();
    const facts = { accountId, method, binCountry: binCountry ?? "", hour: `${time.slice(0, 13)}:00:00.000Z` };
    if (!wasDeclined) this.addApprovals({ ...facts, attempts: 1, approved: Number(isApproved) });
    if (!isApproved) return;
    for (const period of [time.slice(0, 10), time.slice(0, 7)])
      for (const id of ["", merchantId]) this.addUsage({ accountId, merchantId: id, period, amount, payments: 1 });
  }

  addUsage(usage: UsageCount): void {
    const key = [usage.accountId, usage.merchantId, usage.period, usage.amount.currency].join("|");
    const known = this.usages.get(key);
    if (!known) this.usages.set(key, { ...usage });
    else {
      known.amount = add(known.amount, usage.amount);
      known.payments += usage.payments;
    }
  }

  addApprovals(count: ApprovalCount): void {
    const key = [count.accountId, count.method, count.binCountry, count.hour].join("|");
    const known = this.approvals.get(key);
    if (!known) this.approvals.set(key, { ...count });
    else {
      known.attempts += count.attempts;
      known.approved += count.approved;
    }
  }
}

const emptyCount = (): CallCount => ({
  calls: 0,
  failures: 0,
  trailingFailures: 0,
  isMisconfigured: false,
  latencyMs: 0,
});
