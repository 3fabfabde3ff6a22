/**
 * Where a row says whose name a field holds: `updateUserId` beside `updateUserName`. The id is the row's own and no part of
 * an answer.
 */
export const doerIdField = (name: string): string => name.replace(/Name$|$/, "Id");
