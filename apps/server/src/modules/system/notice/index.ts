export { postNotice } from "./notice.service.ts";
