import { afterAll } from 'vitest';
import { linkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { type MultiPolygon, multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import type { ScriptedAccount } from '../../../local/demo/scripted-account.ts';
import { startScriptedProvider } from '../../../local/demo/scripted-provider.ts';
import { idle, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';

const links = linkStore(table('fields'), table('users'));
const service = '/services/fields/api';

/** The provider of one test file. */
export async function freshProvider() {
  const provider = await startScriptedProvider();
  afterAll(() => provider.close());
  return provider;
}

/** A user that is connected to an account of its own at the scripted provider. */
export interface ConnectedUser {
  svcUserId: string;
  account: ScriptedAccount;
  /** Starts a round and waits until it is over. */
  sync(): Promise<void>;
  fields(): Promise<Field[]>;
  /** The field with this id at the provider. */
  field(providerFieldId: string): Promise<Field>;
  boundaries(fieldId: string): Promise<Boundary[]>;
}

export async function connectedUser(
  owner: TestOwner,
  provider: Awaited<ReturnType<typeof startScriptedProvider>>,
  settings: object = {},
  key: ProviderKey = 'JohnDeere',
): Promise<ConnectedUser> {
  const { id: svcUserId } = await freshUser(owner);
  await links.put(owner.owner.id, svcUserId, { provider: key, account: svcUserId, address: provider.endpoint });
  await owner.post(`/services/config/api/configs/${svcUserId}`, settings);
  const path = `${service}/users/${svcUserId}/fields`;
  const fields = async () => (await owner.get<Field[]>(`${service}/fields?svcUserId=${svcUserId}&size=100`)).body;
  return {
    svcUserId,
    account: provider.account(svcUserId),
    fields,
    async sync() {
      const { status, body } = await owner.post(`${path}/sync`);
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
      await idle();
    },
    async field(providerFieldId) {
      const found = (await fields()).find((field) => field.providerFieldId === providerFieldId);
      if (!found) throw new Error(`the field ${providerFieldId} did not arrive`);
      return (await owner.get<Field>(`${path}/${found.id}`)).body;
    },
    boundaries: async (fieldId) => (await owner.get<Boundary[]>(`${path}/${fieldId}/boundaries?size=100`)).body,
  };
}

/** Connects a user to a provider, which cannot be followed without a URL. */
export function connect(owner: TestOwner, svcUserId: string, provider: ProviderKey, address?: string): Promise<void> {
  return links.put(owner.owner.id, svcUserId, { provider, account: svcUserId, ...(address && { address }) });
}

/** A square field by its south-western corner; 0.01 degrees are about 80 hectares here. */
export function squareAt(longitude: number, latitude = 50, side = 0.01): MultiPolygon {
  const [east, north] = [longitude + side, latitude + side];
  return multiPolygon([
    [
      [
        [longitude, latitude],
        [east, latitude],
        [east, north],
        [longitude, north],
        [longitude, latitude],
      ],
    ],
  ]);
}

/** Two triangles that cross in one ring. */
export function bowTieAt(longitude: number, latitude = 50, side = 0.01): MultiPolygon {
  const [east, north] = [longitude + side, latitude + side];
  return multiPolygon([
    [
      [
        [longitude, latitude],
        [east, north],
        [east, latitude],
        [longitude, north],
        [longitude, latitude],
      ],
    ],
  ]);
}
