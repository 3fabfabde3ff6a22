import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words of the choice of one of our bank accounts. */
export const ourAccountMessages = catalogue(
  { noBank: "There is no verified account of ours." },
  { noBank: "没有已验证的我方账户。" },
  { noBank: "沒有已驗證的我方帳戶。" },
);
