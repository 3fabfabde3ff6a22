/**
 * The row's field with the id of the user whose name a field holds: `updateUserId` for `updateUserName`. The id is not
 * part of answers.
 */
export const doerIdField = (name: string): string => name.replace(/Name$|$/, "Id");
