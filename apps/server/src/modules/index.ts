import type { ResourceRoutes } from "../platform/http/implement.ts";
import type { JobWorker } from "../platform/jobs/worker.ts";
import type { Platform } from "../platform/platform.ts";
import { authRoutes } from "./auth/index.ts";
import { sessionRoutes } from "./session/index.ts";
import { swaggerRoutes } from "./swagger/swagger.routes.ts";

/** Every module of the server: the one list. Modules that reach outside the database take what they need from the platform. */
export const buildModules = (platform: Platform): readonly ResourceRoutes[] => [
  authRoutes(platform),
  sessionRoutes(platform),
  swaggerRoutes(platform),
];

/** Every background worker of the server. */
export const buildWorkers = (_platform: Platform): readonly JobWorker[] => [];
