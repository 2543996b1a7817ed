import type { SandboxRequest } from '../server/exchange.ts';
import { findRoute } from '../server/routes.ts';
import type { SandboxClock } from '../server/sandbox-clock.ts';
import type { Wire } from '../server/sandbox-server.ts';
import { slingshotControl } from './control.ts';
import { response } from './documents.ts';
import { slingshotRoutes } from './prescription-maps.ts';
import { signedBy } from './signature.ts';
import { firstWorld, type SlingshotKeys } from './world.ts';

/** The wire of Raven Slingshot, whose calls are signed. */
export function slingshotWire({ clock, keys }: { clock: SandboxClock; keys: SlingshotKeys }): Wire {
  const world = firstWorld(keys);
  // Names in paths are of any case.
  const routeOf = ({ method, path }: SandboxRequest) => findRoute(slingshotRoutes, method, path.toLowerCase());

  return {
    kindOf(request) {
      const found = routeOf(request);
      return typeof found === 'object' ? found.route.kind : 'other';
    },
    answer(request) {
      const now = clock.now();
      const customer = signedBy(request, world, now);
      if (typeof customer === 'string') return response(request, 401, customer);
      const found = routeOf(request);
      if (found === undefined) return response(request, 404, 'Not found');
      if (found === 'method') return response(request, 405, 'The method is not allowed');
      return found.route.run({ ...request, parameters: found.parameters, world, customer, now });
    },
    tooMany: (seconds) => response({ headers: {} }, 429, 'Exceeded maximum requests.', { 'retry-after': seconds }),
    control: slingshotControl(world),
  };
}
