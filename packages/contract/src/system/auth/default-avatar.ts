/** The picture of a user who chose none: the path of the logo. The console draws the letters of the name instead. */
export const defaultAvatar = "/brand-mark.svg";
