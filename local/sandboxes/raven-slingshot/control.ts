import * as z from 'zod';
import type { ControlRoute } from '../server/control.ts';
import { worldRoutes } from '../server/world-routes.ts';
import { collections, type SlingshotWorld } from './world.ts';

const stateSchema = z.strictObject({ createdIn: z.enum(['header', 'body']) });

/** What the control changes in this world. */
export function slingshotControl(world: SlingshotWorld): ControlRoute[] {
  return [
    ...worldRoutes({ collections, world }),
    // { createdIn } -> {}: where the address of a new map is.
    {
      method: 'PUT',
      path: '/control/state',
      run(body) {
        world.createdIn = stateSchema.parse(body).createdIn;
        return {};
      },
    },
  ];
}
