import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { hash, verify } from "@node-rs/argon2";
import { sendOperation } from "./http-client.ts";
import { cpuMsOf } from "./processes.ts";
import { type Recorder, repeatable, replay } from "./recording.ts";
import { accountAt, positionIds } from "./rows.ts";
import { overRounds, ratePerSecond, type Sample, sample, sampleInTurns, type Work } from "./sampling.ts";
import { newNetwork, password, type Stage, signIn } from "./stage.ts";

/** Times of an operation against its bare parts. In milliseconds. */
export interface OperationResult {
  readonly name: string;
  /** The bare work. */
  readonly bare: string;
  readonly bareP50: number;
  readonly apiP50: number;
  readonly apiP95: number;
  readonly ratio: number;
  readonly apiPerSecondAt16: number | undefined;
  readonly barePerSecondAt16: number | undefined;
  readonly cpuMs: number;
}

interface Measured {
  readonly name: string;
  readonly bareName: string;
  readonly bare: Work;
  readonly api: Work;
  /** Calls of a round at one caller. */
  readonly calls: number;
  /** Whether sixteen concurrent callers are meaningful. */
  readonly isCrowded: boolean;
}

const rounds = 5;
/** The product's password hashing parameters: 19 MiB, two passes, one lane (OWASP minimum for Argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Measures operations and their bare parts in turns. */
async function measure(stage: Stage, measured: readonly Measured[]): Promise<OperationResult[]> {
  const taken = measured.map((each) => ({ each, bare: [] as Sample[], api: [] as Sample[], cpuMs: 0, calls: 0 }));
  for (const { bare, api } of measured) for (let call = 0; call < 3; call += 1) await Promise.all([bare(), api()]);
  for (let round = 0; round < rounds; round += 1) {
    for (const record of taken) {
      const { bare, api, calls } = record.each;
      const before = cpuMsOf(stage.node.pid);
      const [bareSample, apiSample] = await sampleInTurns([bare, api], { ms: 0, callsMin: calls });
      record.bare.push(bareSample as Sample);
      record.api.push(apiSample as Sample);
      record.cpuMs += cpuMsOf(stage.node.pid) - before;
      record.calls += calls;
    }
  }
  const results: OperationResult[] = [];
  for (const { each, bare, api, cpuMs, calls } of taken) {
    const crowd = { concurrency: 16, ms: 400, callsMin: 32 };
    const bareP50 = overRounds(bare, 0.5);
    const apiP50 = overRounds(api, 0.5);
    results.push({
      name: each.name,
      bare: each.bareName,
      bareP50,
      apiP50,
      apiP95: overRounds(api, 0.95),
      ratio: apiP50 / bareP50,
      barePerSecondAt16: each.isCrowded ? ratePerSecond([await sample(each.bare, crowd)]) : undefined,
      apiPerSecondAt16: each.isCrowded ? ratePerSecond([await sample(each.api, crowd)]) : undefined,
      cpuMs: cpuMs / calls,
    });
  }
  return results;
}

type Call = readonly [resource: Resource, operation: string, input: object, headers: Readonly<Record<string, string>>];

/** The statements of an operation, recorded twice and made repeatable. */
async function statementsOf(
  recorder: Recorder,
  calls: readonly [Call, Call],
  freshNumber: () => number,
  leastNumber = 0,
) {
  const first = await recorder.record(...calls[0]);
  const second = await recorder.record(...calls[1]);
  return repeatable(first.statements, second.statements, freshNumber, leastNumber);
}

/** Full sign-in, token renewal and the first call after it. */
export async function measureSignIn(stage: Stage): Promise<OperationResult[]> {
  const { api, bare, recorder } = stage;
  const stored = await hash(password, { ...cost, algorithm: 2 });
  // Sign-in usually finds several sessions of the user, so the recorded one must end the oldest.
  for (let times = 0; times < 4; times += 1) await signIn(api);
  const login = (): Call => [sysAuth, "login", { account: "admin", password }, { "x-forwarded-for": newNetwork() }];
  await recorder.record(...login());
  const loginSql = await statementsOf(recorder, [login(), login()], () => 1);
  const session = await signIn(api);
  const userInfo: Call = [sysAuth, "userInfo", {}, session];
  await recorder.record(...userInfo);
  const userInfoSql = await statementsOf(recorder, [userInfo, userInfo], () => 1);
  let turn = 0;
  const signInSomeone = () => signIn(api, accountAt(turn++));
  return measure(stage, [
    {
      name: "sign-in by password",
      bareName: "argon2id + its statements",
      bare: async () => {
        await verify(stored, password);
        await replay(bare, loginSql());
      },
      api: signInSomeone,
      calls: 8,
      isCrowded: true,
    },
    {
      name: "sign-in by password",
      bareName: "argon2id alone",
      bare: () => verify(stored, password),
      api: signInSomeone,
      calls: 8,
      isCrowded: false,
    },
    {
      name: "who is signed in (userInfo)",
      bareName: "its statements",
      bare: () => replay(bare, userInfoSql()),
      api: () => sendOperation(api.send, sysAuth, "userInfo", {}, session),
      calls: 60,
      isCrowded: false,
    },
  ]);
}

/** Renewal of the tokens; a session may renew only a few times a minute, so each call signs in first. */
export async function measureRenewal(stage: Stage): Promise<OperationResult[]> {
  const { api, bare, recorder } = stage;
  const renewal = (session: Readonly<Record<string, string>>): Call => [
    sysAuth,
    "refreshToken",
    { accessToken: session.authorization?.replace("Bearer ", "") },
    session,
  ];
  const session = await signIn(api);
  const recorded = await signIn(api);
  await recorder.record(...renewal(recorded));
  const sql = await statementsOf(recorder, [renewal(recorded), renewal(recorded)], () => 1);
  return measure(stage, [
    {
      name: "renewal of tokens",
      bareName: "its statements",
      bare: () => replay(bare, sql()),
      api: () => sendOperation(api.send, ...renewal(session)),
      // Eight renewals including warm-up; a session may have ten a minute.
      calls: 1,
      isCrowded: false,
    },
  ]);
}

/** A command with its audit record, against its statements. */
export async function measureCommand(stage: Stage): Promise<OperationResult[]> {
  const { api, bare, owner, recorder } = stage;
  const ids = await positionIds(owner);
  const session = await signIn(api);
  let turn = 0;
  const nextId = (): number => ids[(turn++ * 7919) % ids.length] ?? 0;
  const input = (id: number) => ({
    id,
    name: `Bench position ${id}`,
    code: `BENCH-${id}`,
    orderNo: turn % 1000,
    status: 1,
    remark: "changed",
  });
  const update = (): Call => [sysPos, "update", input(nextId()), session];
  await recorder.record(...update());
  // Smaller numbers are states and durations, not positions.
  const sql = await statementsOf(recorder, [update(), update()], nextId, Math.min(...ids));
  return measure(stage, [
    {
      name: "change a position",
      bareName: "its statements, in their transaction",
      bare: () => replay(bare, sql()),
      api: () => sendOperation(api.send, ...update()),
      calls: 60,
      isCrowded: true,
    },
  ]);
}
