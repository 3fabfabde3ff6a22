export {
  type DirectoryPlatform,
  hostsOf,
  inDirectory,
  isInDirectory,
  isPasswordOfDirectory,
  linkInForce,
  sealBindPass,
  signInFilter,
  syncAnswerMs,
} from "./directory.service.ts";
export {
  type DirectoryRow,
  firstDirectory,
  isAccountLinked,
  linksOf,
  linksOfUsers,
  lockDirectory,
  noteSync,
  readDirectory,
  saveLink,
  scheduledDirectories,
  type UserLink,
} from "./directory.store.ts";
