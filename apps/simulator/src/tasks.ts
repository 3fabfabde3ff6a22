import type { TaskHandlers } from "./agenda.ts";
import { disputeTasks } from "./disputes.ts";
import { deliver } from "./notifications.ts";
import { paymentTasks } from "./payments.ts";
import { finishPayout } from "./payouts.ts";
import { refundTasks } from "./refunds.ts";
import { payPayment, settleDay } from "./settlement.ts";

/** Who does what is due. */
export const taskHandlers: TaskHandlers = {
  succeedPayment: (world, { id }) => paymentTasks.succeed(world, id),
  expirePage: (world, { id }) => paymentTasks.expirePage(world, id),
  expirePayment: (world, { id }) => paymentTasks.expire(world, id),
  bounceDebit: (world, { id }) => paymentTasks.bounce(world, id),
  acceptRefund: (world, { id }) => refundTasks.accept(world, id),
  finishRefund: (world, { id }) => refundTasks.finish(world, id),
  reverseRefund: (world, { id }) => refundTasks.reverse(world, id),
  openDispute: (world, { id }) => disputeTasks.open(world, id),
  fraudNotice: (world, { id }) => disputeTasks.fraudNotice(world, id),
  escalateDispute: (world, { id }) => disputeTasks.escalate(world, id),
  ruleDispute: (world, { id, detail }) => disputeTasks.rule(world, id, detail),
  reopenDispute: (world, { id }) => disputeTasks.reopen(world, id),
  withdrawDispute: (world, { id }) => disputeTasks.withdraw(world, id),
  expireDispute: (world, { id }) => disputeTasks.expire(world, id),
  finishPayout: (world, { id, detail }) => finishPayout(world, id, detail),
  payPayment: (world, { id }) => payPayment(world, id),
  deliver,
  settleDay,
};
