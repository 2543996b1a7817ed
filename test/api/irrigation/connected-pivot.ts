import type { System } from '../../../local/sandboxes/lindsay/world.ts';
import { idle } from '../cloud.ts';
import { credentialPath } from '../credentials/credential.ts';
import type { TestOwner } from '../owner.ts';
import { controlSandbox, sandboxCredential } from '../sync/sandboxes.ts';
import { freshUser } from '../users/user.ts';

export const key = 'Lindsay';
export const service = '/services/irrigation/api';

/** Calls the control of FieldNET's sandbox. */
export const fieldNet = <T>(method: string, path: string, body?: object) => controlSandbox<T>(key, method, path, body);

/** What Furrow needs of the grower. */
export const rights = ['organization-view', 'equipment-monitor', 'equipment-report'];

/** The control's body for a pivot: a turn in twelve hours at full speed. */
export const pivot = {
  ...{ name: 'Test pivot', type: 'pivot', subtype: 'standard', longitude: -93.15252, latitude: 41.66782 },
  ...{ length: 172, wetLength: 180, turnSeconds: 12 * 3600, hasFlow: true },
} satisfies Omit<System, 'id'>;

const running = {
  status: 'running',
  direction: 'forward',
  is_irrigating: true,
  is_moving: true,
  depth: 0.01,
  rate: 0.5,
};
const standing = {
  status: 'stopped',
  direction: 'stopped',
  is_irrigating: false,
  is_moving: false,
  depth: null,
  rate: 0,
};

/** A row of a history: water at half speed, 10 mm, 15 degrees an hour. */
export const wet = (timestamp: string, position: number, more: object = {}) => ({
  ...running,
  timestamp,
  position,
  ...more,
});
export const dry = (timestamp: string, position: number) => ({ ...standing, timestamp, position });

/** A user whose account is connected to the sandbox; what its pivots do is read at once. */
export async function connectedUser(owner: TestOwner, settings: object = {}) {
  const { id: svcUserId } = await freshUser(owner);
  await owner.post(`/services/config/api/configs/${svcUserId}`, settings);
  await sandboxCredential(owner, svcUserId, key);
  await idle();
  const path = `${service}/users/${svcUserId}`;
  return {
    svcUserId,
    path,
    get: async <T>(rest: string) => (await owner.get<T>(`${path}${rest}`)).body,
    status: async () => (await owner.get<{ status: string }>(credentialPath(svcUserId, key))).body.status,
    /** Reads the account again; the calls of each kind that this makes. */
    async sync() {
      await fieldNet('DELETE', '/calls');
      await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
      await idle();
      return (await fieldNet<{ kinds: Record<string, number> }>('GET', '/calls')).kinds;
    },
  };
}
