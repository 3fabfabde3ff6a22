export { type ScreeningFinding, screenBeneficiary } from "./screening.service.ts";
