import { goReturn, goStart, goWebhook } from "./samples-go.ts";
import { javaReturn, javaStart, javaWebhook } from "./samples-java.ts";
import { phpReturn, phpStart, phpWebhook } from "./samples-php.ts";
import { pythonReturn, pythonStart, pythonWebhook } from "./samples-python.ts";
import { shellReturn, shellStart, shellWebhook } from "./samples-shell.ts";
import { typescriptReturn, typescriptStart, typescriptWebhook } from "./samples-typescript.ts";

/** The samples of one language, as a reader copies them. */
export interface LanguageSamples {
  readonly code: string;
  /** What the language is called, the same in every language of readers. */
  readonly name: string;
  /** Name to save the quick start under, and the command that runs it there. */
  readonly file: string;
  readonly command: string;
  readonly start: string;
  readonly webhook: string;
  readonly back: string;
}

/** Where the samples call; a page that shows them puts its own address in this place. */
export const sampleBase = "https://pay.example";

/** Samples of every language, in the order of their tabs. */
export const samples: readonly LanguageSamples[] = [
  {
    code: "curl",
    name: "curl",
    file: "start.sh",
    command: "sh start.sh",
    start: shellStart,
    webhook: shellWebhook,
    back: shellReturn,
  },
  {
    code: "typescript",
    name: "TypeScript",
    file: "start.mts",
    command: "node start.mts",
    start: typescriptStart,
    webhook: typescriptWebhook,
    back: typescriptReturn,
  },
  {
    code: "python",
    name: "Python",
    file: "start.py",
    command: "python3 start.py",
    start: pythonStart,
    webhook: pythonWebhook,
    back: pythonReturn,
  },
  {
    code: "php",
    name: "PHP",
    file: "start.php",
    command: "php start.php",
    start: phpStart,
    webhook: phpWebhook,
    back: phpReturn,
  },
  {
    code: "java",
    name: "Java",
    file: "Start.java",
    command: "java Start.java",
    start: javaStart,
    webhook: javaWebhook,
    back: javaReturn,
  },
  {
    code: "go",
    name: "Go",
    file: "start.go",
    command: "go run start.go",
    start: goStart,
    webhook: goWebhook,
    back: goReturn,
  },
];

/** A signed return to try one's own check with: the secret and the address. */
export const returnSample = {
  secret: "sk_test_return_sample",
  target: "https://shop.example/thanks?cart=1",
  orderNo: "OR20261121ABCDEFGHJK",
  merchantOrderNo: "A 1001/ü*",
  status: "paid",
  at: "2026-11-21T10:00:00.000Z",
  signature: "3a239af38519d43b5d07ca2d0bd8e150b7d9f2ee451c13d2da9e5c97da396922",
} as const;
