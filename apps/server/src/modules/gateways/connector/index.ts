export { airwallexSessions } from "./airwallex-session.service.ts";
export { noFacts } from "./answer.wire.ts";
export type {
  CaptureCall,
  CardDetails,
  Connector,
  ConnectorCapability,
  ConnectorCredentialField,
  GatewayAccountForCalls,
  IncomingNotification,
  NotificationFact,
  NotificationReading,
  PayerDetails,
  PaymentCall,
  PaymentReference,
  PayoutBeneficiary,
  PayoutConnector,
  RefundCall,
  RefundReference,
  VoidCall,
} from "./connector.port.ts";
export { connectorOf, connectors, findConnector, wireAtSimulator } from "./connectors.service.ts";
export { callsInFlight, inFlight } from "./flights.service.ts";
export type { ApplyNotification, GatewayNotification, NotificationResult } from "./notification.port.ts";
export {
  type AccountCheckOutcome,
  type CallFailure,
  type DeclineFacts,
  type GatewayExchange,
  healthOf,
  latencyOf,
  type NotFoundOutcome,
  type NotProcessedOutcome,
  type PayerAction,
  type PaymentFacts,
  type PaymentOutcome,
  type PaymentReport,
  type PayoutBalanceOutcome,
  type PayoutOutcome,
  type PayoutQueryOutcome,
  type PayoutReport,
  type QueryOutcome,
  type RefundOutcome,
  type RefundQueryOutcome,
  type RefundRefused,
  type RefundReport,
  type ReportedCard,
  type ReportedThreeDs,
  type TestOutcome,
  type UnknownOutcome,
} from "./outcome.port.ts";
export {
  type OfferedFile,
  type SettlementFileLine,
  type SettlementFileRead,
  type SettlementFiles,
  UnreadableSettlementFile,
} from "./settlement-file.port.ts";
