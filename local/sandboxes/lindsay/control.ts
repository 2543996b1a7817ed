import * as z from 'zod';
import type { ControlRoute } from '../server/control.ts';
import type { Grants } from '../server/grants.ts';
import { tokenRoute, worldRoutes } from '../server/world-routes.ts';
import { collections, envelopes, type FieldNetWorld, historyRowSchema, rights } from './world.ts';

const stateSchema = z.strictObject({
  envelope: z.enum(envelopes).optional(),
  rights: z.array(z.enum(rights)).optional(),
});
const rowsSchema = z.strictObject({ rows: z.array(historyRowSchema).max(100_000) });

/** What the control changes in this world. */
export function fieldNetControl(world: FieldNetWorld, grants: Grants): ControlRoute[] {
  return [
    ...worldRoutes({ collections, world }),
    // {} -> { rows }: the history of a system.
    { method: 'GET', path: '/control/history/{id}', run: (_, { id = '' }) => ({ rows: world.history.get(id) ?? [] }) },
    // { rows } -> {}: replaces the history of a system.
    {
      method: 'PUT',
      path: '/control/history/{id}',
      run(body, { id = '' }) {
        const { rows } = rowsSchema.parse(body);
        world.history.set(
          id,
          rows.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp)),
        );
        return {};
      },
    },
    // { envelope?, rights? } -> {}: what lists are in, and what the grower has granted.
    {
      method: 'PUT',
      path: '/control/state',
      run(body) {
        const { envelope = world.envelope, rights: granted } = stateSchema.parse(body);
        world.envelope = envelope;
        if (granted) world.rights = new Set(granted);
        return {};
      },
    },
    tokenRoute(grants),
  ];
}
