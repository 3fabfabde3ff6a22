import { merchantStaff } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { SignInControl } from "../../system/auth/index.ts";
import { addStaff, inviteStaff, setStaffStatus, updateStaff } from "./merchant-staff.service.ts";
import { staff } from "./merchant-staff.store.ts";

/** Invitations of merchants' users, by their owner or by the operator. */
export const buildStaffRoutes = (signIn: SignInControl) =>
  implement(merchantStaff, {
    page: staff.page,
    detail: staff.detail,
    add: (ctx, input) => addStaff(ctx, signIn, input),
    update: updateStaff,
    invite: (ctx, input) => inviteStaff(ctx, signIn, input),
    setStatus: (ctx, input) => setStaffStatus(ctx, signIn, input),
  });
