import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { SignInControl } from "../auth/index.ts";
import { roleIdsOfUser } from "../role/index.ts";
import { saveOwnPicture } from "./own-picture.service.ts";
import {
  addUser,
  deleteUser,
  grantRoles,
  ownProfile,
  resetFactors,
  resetPassword,
  saveOwnProfile,
  setUserStatus,
  unlockSignIn,
  updateUser,
} from "./user.service.ts";
import { columnOf, findUser, listedUsers, listUsers, ofOrg, ofRole, pageUsers, readMemberships } from "./user.store.ts";
import { userImports } from "./user-import.service.ts";

/** Routes of users. Accounts are created, reset and disabled together with their sign-in. */
export const buildUserRoutes = (signIn: SignInControl, platform: Pick<Platform, "files" | "config">) =>
  implement(sysUser, {
    page: pageUsers,
    list: listUsers,
    detail: (ctx, { id }) => findUser(ctx, id),
    add: (ctx, input) => addUser(ctx, signIn, input),
    update: updateUser,
    delete: deleteUser,
    baseInfo: ownProfile,
    saveBaseInfo: saveOwnProfile,
    uploadAvatar: saveOwnPicture(platform, "avatar"),
    uploadSignature: saveOwnPicture(platform, "signature"),
    setStatus: (ctx, input) => setUserStatus(ctx, signIn, input),
    grantRole: grantRoles,
    resetPwd: (ctx, input) => resetPassword(ctx, signIn, input),
    resetFactors: (ctx, input) => resetFactors(ctx, signIn, input),
    unlockLogin: (ctx, input) => unlockSignIn(ctx, signIn, input),
    ownRoleList: async (ctx, { userId }) => {
      await findUser(ctx, userId);
      return roleIdsOfUser(ctx, userId);
    },
    ownExtOrgList: async (ctx, { userId }) => {
      await findUser(ctx, userId);
      return readMemberships(ctx, userId);
    },
    ...userImports,
    export: exportable(sysUser, listedUsers, {
      columnOf,
      id: columnOf("id"),
      conditions: { orgId: ofOrg, roleId: ofRole },
    }),
  });
