export { type Screened, screenBeneficiary } from "./screening.service.ts";
