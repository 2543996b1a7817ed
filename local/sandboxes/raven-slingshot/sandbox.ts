import { sandboxRow } from '../sandbox-row.ts';
import { firstKeys } from './world.ts';

/** Raven Slingshot, which has no consent: an integrator signs with keys, for a customer with another one. */
export const slingshotSandbox = sandboxRow({
  key: 'RavenSlingshot',
  access: firstKeys,
  wire: async (_, { clock, access }) => (await import('./wire.ts')).slingshotWire({ clock, keys: access }),
  application: ({ apiKey, sharedSecret }) => ({ apiKey, sharedSecret }),
});
