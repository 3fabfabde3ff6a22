import type { ResourceRoutes } from "../platform/http/implement.ts";
import type { Platform } from "../platform/platform.ts";

/** Every module of the server: the one list. Modules that reach outside the database take what they need from the platform. */
export const buildModules = (_platform: Platform): readonly ResourceRoutes[] => [];
