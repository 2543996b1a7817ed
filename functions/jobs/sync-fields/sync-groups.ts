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
  { ownerId, svcUserId, link, at, brought }: Round,
  { growers }: SyncServices,
  known: Map<string, StoredGrower>,
  { id, value }: Change<ProvidedGrower>,
): Promise<void> {
  const before = known.get(id);
  if (!value) {
    if (!before || before.removedAtProvider !== undefined) return;
    brought.growers += 1;
    const gone = { ...before, removedAtProvider: at };
    known.set(id, gone);
    await growers.change(ownerId, svcUserId, before.id, (grower) => ({
      ...grower,
      removedAtProvider: at,
      updatedTime: at,
    }));
    return;
  }
  const members = {
    ...(value.name !== undefined && { name: fitName(value.name) }),
    ...(value.organizationId !== undefined && { providerOrganizationId: value.organizationId }),
  };
  if (!before) {
    brought.growers += 1;
    const made = { ...members, ...providerMembers(link.provider), providerGrowerId: id };
    known.set(id, await growers.create(ownerId, { svcUserId, ...made, createdTime: at, updatedTime: at }));
    return;
  }
  const edit = ({ name: _, providerOrganizationId: _org, removedAtProvider: _removed, ...grower }: StoredGrower) => ({
    ...grower,
    ...members,
    updatedTime: at,
  });
  if (isSame(before, edit(before), ['name', 'providerOrganizationId', 'removedAtProvider'])) return;
  brought.growers += 1;
  known.set(id, edit(before));
  await growers.change(ownerId, svcUserId, before.id, edit);
}

/** Takes over a farm. What is known of the provider's farms is kept up to date with it. */
export async function syncFarm(
  { ownerId, svcUserId, link, at, brought }: Round,
  { farms }: SyncServices,
  known: { growers: Map<string, StoredGrower>; farms: Map<string, StoredFarm> },
  { id, value }: Change<ProvidedFarm>,
): Promise<void> {
  const before = known.farms.get(id);
  if (!value) {
    if (!before || before.removedAtProvider !== undefined) return;
    brought.farms += 1;
    known.farms.set(id, { ...before, removedAtProvider: at });
    await farms.change(ownerId, svcUserId, before.id, (farm) => ({ ...farm, removedAtProvider: at, updatedTime: at }));
    return;
  }
  const growerId = value.growerId === undefined ? undefined : known.growers.get(value.growerId)?.id;
  const members = {
    ...(value.name !== undefined && { name: fitName(value.name), providerFarmName: value.name }),
    ...(growerId !== undefined && { growerId }),
    ...(value.organizationId !== undefined && { providerOrganizationId: value.organizationId }),
  };
  if (!before) {
    brought.farms += 1;
    const made = { ...members, ...providerMembers(link.provider), providerFarmId: id };
    known.farms.set(id, await farms.create(ownerId, { svcUserId, ...made, createdTime: at, updatedTime: at }));
    return;
  }
  const edit = ({
    name: _name,
    providerFarmName: _providerName,
    growerId: _grower,
    providerOrganizationId: _org,
    removedAtProvider: _removed,
    ...farm
  }: StoredFarm) => ({ ...farm, ...members, updatedTime: at });
  if (isSame(before, edit(before), ['providerFarmName', 'growerId', 'providerOrganizationId', 'removedAtProvider']))
    return;
  brought.farms += 1;
  known.farms.set(id, edit(before));
  await farms.change(ownerId, svcUserId, before.id, edit);
}

function isSame<R>(one: R, other: R, members: readonly (keyof R)[]): boolean {
  return members.every((member) => one[member] === other[member]);
}

function providerMembers(provider: ProviderKey) {
  return { providerName: provider, providerId: providerOf(provider).id };
}
