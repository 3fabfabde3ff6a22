export { noFacts } from "./answer.wire.ts";
export type {
  Capability,
  CaptureCall,
  CardDetails,
  Connector,
  CredentialField,
  GatewayAccountForCalls,
  IncomingNotification,
  NotificationFact,
  NotificationReading,
  PayerDetails,
  PaymentCall,
  PaymentReference,
  RefundCall,
  RefundReference,
  VoidCall,
} from "./connector.port.ts";
export { connectorOf, connectors, findConnector, wireAtSimulator } from "./connectors.service.ts";
export { flying, inFlight } from "./flights.service.ts";
export type { ApplyNotification, GatewayNotification, NotificationResult } from "./notification.port.ts";
export {
  type CallFailure,
  type CardSeen,
  type DeclineFacts,
  type Exchange,
  healthOf,
  latencyOf,
  type NotFound,
  type NotProcessed,
  type PayerAction,
  type PaymentFacts,
  type PaymentOutcome,
  type PaymentReport,
  type QueryOutcome,
  type RefundOutcome,
  type RefundQueryOutcome,
  type RefundRefused,
  type RefundReport,
  type TestOutcome,
  type ThreeDsSeen,
  type Unknown,
} from "./outcome.port.ts";
