import { defineLifecycle } from "../../kit/lifecycle.ts";

/** States by the member names of the enumeration of notice statuses; only a draft can be edited. */
export const noticeLifecycle = defineLifecycle(["DRAFT", "PUBLIC", "CANCEL"], "DRAFT", {
  public: { from: ["DRAFT"], to: "PUBLIC" },
  cancel: { from: ["PUBLIC"], to: "CANCEL" },
});
