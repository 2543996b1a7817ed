import { fitName } from '../../../domain/boundary-files/field-name.ts';
import type { StoredFarm } from '../../../domain/farms/farm.ts';
import type { StoredGrower } from '../../../domain/growers/grower.ts';
import { type ProviderKey, providerOf } from '../../../domain/providers/providers.ts';
import type { Change, ProvidedFarm, ProvidedGrower } from '../../../domain/sync/field-provider.ts';
import type { Round, SyncServices } from './services.ts';

/*
 * Growers and farms that have gone at the provider stay: fields, and what was done on them, hang on them.
 */

/** Takes over a grower. What is known of the provider's growers is kept up to date with it. */
export async function syncGrower(
  { ownerId, svcUserId, link, at }: Round,
  { growers }: SyncServices,
  known: Map<string, StoredGrower>,
  { id, value }: Change<ProvidedGrower>,
): Promise<void> {
  if (!value) return;
  const name = value.name === undefined ? {} : { name: fitName(value.name) };
  const before = known.get(id);
  if (!before) {
    const made = { ...name, ...providerMembers(link.provider), providerGrowerId: id };
    known.set(id, await growers.create(ownerId, { svcUserId, ...made, createdTime: at, updatedTime: at }));
  } else if (before.name !== name.name) {
    await growers.change(ownerId, svcUserId, before.id, ({ name: _, ...grower }) => ({
      ...grower,
      ...name,
      updatedTime: at,
    }));
  }
}

/** Takes over a farm. */
export async function syncFarm(
  { ownerId, svcUserId, link, at }: Round,
  { farms }: SyncServices,
  known: { growers: Map<string, StoredGrower>; farms: Map<string, StoredFarm> },
  { id, value }: Change<ProvidedFarm>,
): Promise<void> {
  if (!value) return;
  const growerId = value.growerId === undefined ? undefined : known.growers.get(value.growerId)?.id;
  const members = {
    ...(value.name !== undefined && { name: fitName(value.name), providerFarmName: value.name }),
    ...(growerId !== undefined && { growerId }),
  };
  const before = known.farms.get(id);
  if (!before) {
    const made = { ...members, ...providerMembers(link.provider), providerFarmId: id };
    known.farms.set(id, await farms.create(ownerId, { svcUserId, ...made, createdTime: at, updatedTime: at }));
  } else if (before.providerFarmName !== value.name || before.growerId !== growerId) {
    await farms.change(
      ownerId,
      svcUserId,
      before.id,
      ({ name: _name, providerFarmName: _providerName, growerId: _grower, ...farm }) => ({
        ...farm,
        ...members,
        updatedTime: at,
      }),
    );
  }
}

function providerMembers(provider: ProviderKey) {
  return { providerName: provider, providerId: providerOf(provider).id };
}
