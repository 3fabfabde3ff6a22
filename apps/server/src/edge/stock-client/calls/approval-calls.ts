import { operationNames } from "@countinghouse/contract/operation-names.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { type OwnResult, pageOfList, type StockCall, type StockRequest } from "../stock-call.ts";
import type { StockInput } from "../values.ts";
import { databaseId } from "./database-calls.ts";

/** Operations that take a second person: the approval flows of the product, in the order of its contract. */
const flows = resources.flatMap(({ name: resource, operations }) =>
  Object.entries(operations).flatMap(([verb, { secondPerson }]: [string, OwnResult]) =>
    secondPerson ? [{ resource, verb, code: `${resource}.${verb}` }] : [],
  ),
);

/** Where the nodes of a drawing stand, in pixels. */
const across = 220;
const down = 120;

/** Asked for by one person and decided by another, as the client's designer draws it. */
function drawingOf(ask: string, decide: string) {
  const steps = [
    ["start", "bpmn:startEvent", ""],
    ["ask", "bpmn:userTask", ask],
    ["decide", "bpmn:userTask", decide],
    ["end", "bpmn:endEvent", ""],
  ] as const;
  const nodes = steps.map(([id, type, value], at) => {
    const [x, y] = [(at + 1) * across, down];
    return { id, type, x, y, ...(value ? { text: { x, y, value } } : {}), properties: {} };
  });
  const edges = nodes.slice(1).map(({ id, x, y }, at) => {
    const from = nodes[at] as (typeof nodes)[number];
    const ends = { startPoint: { x: from.x, y: from.y }, endPoint: { x, y } };
    const pointsList = [ends.startPoint, ends.endPoint];
    return {
      id: `to-${id}`,
      type: "polyline",
      sourceNodeId: from.id,
      targetNodeId: id,
      ...ends,
      pointsList,
      properties: {},
    };
  });
  return JSON.stringify({ nodes, edges });
}

function flowShape({ resource, verb, code }: (typeof flows)[number], at: number, { locale }: StockRequest) {
  const names = operationNames[locale];
  return {
    id: at + 1,
    code,
    name: names[code] ?? code,
    formJson: JSON.stringify({ configId: databaseId, tableName: resource, typeName: verb }),
    flowJson: drawingOf(names["changeRequest.ask"] ?? "", names["changeRequest.approve"] ?? ""),
    status: 1,
    remark: null,
    createTime: null,
    updateTime: null,
    createUserId: null,
    createUserName: null,
    updateUserId: null,
    updateUserName: null,
    createOrgId: null,
    createOrgName: null,
    isDelete: false,
  };
}

/** Every flow, for whoever may know the rule of the second person. */
async function flowsFor(request: StockRequest) {
  await request.ask(changeRequest, "rule", {});
  return flows.map((flow, at) => flowShape(flow, at, request));
}

const contains = (value: string | null, asked: unknown): boolean =>
  (value ?? "").toLowerCase().includes(
    String(asked ?? "")
      .trim()
      .toLowerCase(),
  );

async function page(sent: StockInput, request: StockRequest) {
  const { searchKey, code, name, remark } = sent;
  const found = (await flowsFor(request)).filter(
    (flow) =>
      contains(flow.code, code) &&
      contains(flow.name, name) &&
      contains(flow.remark, remark) &&
      [flow.code, flow.name].some((text) => contains(text, searchKey)),
  );
  return pageOfList(found, sent);
}

async function detail(sent: StockInput, request: StockRequest) {
  const id = Object.entries(sent).find(([name]) => name.toLowerCase() === "id")?.[1];
  return (await flowsFor(request)).find((flow) => flow.id === Number(id)) ?? null;
}

const changes = ["add", "update", "delete"] as const;

/** Calls of the flow designer: the flows that the product brings, to be looked at. */
export const approvalCalls: readonly StockCall[] = [
  { call: "POST approvalFlow/page", run: page },
  { call: "GET approvalFlow/detail", run: detail },
  ...changes.map((action): StockCall => ({ call: `POST approvalFlow/${action}`, unsafe: "flows" })),
];
