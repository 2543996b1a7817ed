import * as z from 'zod';
import type { ControlRoute } from '../server/control.ts';
import type { Grants } from '../server/grants.ts';
import { tokenRoute, worldRoutes } from '../server/world-routes.ts';
import { collections, type TrimbleWorld } from './world.ts';

const stateSchema = z.strictObject({
  isNothingSelected: z.boolean().optional(),
  importing: collections.importJobs.pick({ remaining: true, errorCode: true }).optional(),
});

/** What the control changes in this world. */
export function trimbleControl(world: TrimbleWorld, grants: Grants): ControlRoute[] {
  return [
    ...worldRoutes({ collections, world }),
    // { isNothingSelected?, importing?: { remaining, errorCode } } -> {}
    {
      method: 'PUT',
      path: '/control/state',
      run(body) {
        const { isNothingSelected = world.isNothingSelected, importing = world.importing } = stateSchema.parse(body);
        Object.assign(world, { isNothingSelected, importing });
        return {};
      },
    },
    tokenRoute(grants),
  ];
}
