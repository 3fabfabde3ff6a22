export { CallTable } from "./call-table.ts";
export { stockDoor } from "./door.ts";
export { StockHub } from "./hub.ts";
export { serveStockClient } from "./stock-client.ts";
