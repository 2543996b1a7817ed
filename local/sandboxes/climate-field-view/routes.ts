import type { ClimateRoute } from './call.ts';
import { fieldRoutes } from './fields.ts';
import { layerRoutes } from './layers.ts';
import { uploadRoutes } from './uploads.ts';

/** All calls of the platform. */
export function climateRoutes(): ClimateRoute[] {
  return [...fieldRoutes, ...layerRoutes, ...uploadRoutes()];
}
