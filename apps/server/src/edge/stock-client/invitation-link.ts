import type { OwnResult, StockRequest } from "./stock-call.ts";

/** The link by which somebody chooses a password, where the client shows a password. */
export const invitationLink = ({ account, invitation }: OwnResult, { page }: Pick<StockRequest, "page">): string =>
  page(`/login#${new URLSearchParams({ account, invitation })}`);
