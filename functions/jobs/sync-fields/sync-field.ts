import type { StoredFarm } from '../../../domain/farms/farm.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { limits, limitText } from '../../../domain/limits.ts';
import type { Change, ProvidedField } from '../../../domain/sync/field-provider.ts';
import { providedShape, repairedShape } from '../../../domain/sync/provided-shape.ts';
import {
  type CurrentBoundary,
  type Reconciled,
  reconcileBoundaries,
  withoutProvided,
} from '../../../domain/sync/reconcile-boundaries.ts';
import type { ReadField } from '../../../domain/sync/sync-store.ts';
import { sameField, syncedField } from '../../../domain/sync/synced-field.ts';
import type { Round, SyncServices } from './services.ts';
import { isFetched } from './sync-organizations.ts';

/** A request or the merging of fields may change the same field between reading and writing. */
const attempts = 5;

/** Takes over a field of a provider: its members at once, its boundary when it is wanted. */
export async function syncField(
  round: Round,
  services: SyncServices,
  farms: Map<string, StoredFarm>,
  { id: providerFieldId, value, hasNewBoundaries }: Change<ProvidedField>,
): Promise<void> {
  const { ownerId, svcUserId, link, settings, at } = round;
  const { store, derivedId } = services;
  const id = derivedId(svcUserId, link.provider, providerFieldId);
  await untilSaved(id, async () => {
    const before = await store.field(ownerId, svcUserId, id);
    if (!value && hasNewBoundaries) {
      // Those of other fields are fetched when the fields are.
      if (before?.field.status !== 'PROCESSED') return true;
      return fetchField(round, services, before, before.field, before.field.providerBoundaryId);
    }
    if (!value) return before ? leaveField(round, services, before) : true;
    const { farmId: providerFarmId, ...members } = value;
    const farmId = providerFarmId === undefined ? undefined : farms.get(providerFarmId)?.id;
    const field = syncedField({ id, svcUserId, at }, link, providerFieldId, { ...members, farmId }, before?.field);
    const wanted = field.status !== 'PREVIEW' || !settings.customDataSync;
    if (wanted) return fetchField(round, services, before, field, value.boundaryId);
    return save(round, services, before, field, { added: [], changed: [] });
  });
}

/** Fetches a field that waits, which nothing has changed on. */
export async function fetchOpenField(round: Round, services: SyncServices, fieldId: string): Promise<void> {
  const { ownerId, svcUserId } = round;
  await untilSaved(fieldId, async () => {
    const before = await services.store.field(ownerId, svcUserId, fieldId);
    if (!before || before.field.status === 'PROCESSED') return true;
    if (!isFetched(round, before.field.organizationId)) return true;
    return fetchField(round, services, before, before.field, before.field.providerBoundaryId);
  });
}

/** A field that is gone at its provider stays, with its history; none of its boundaries counts any longer. */
async function leaveField(round: Round, services: SyncServices, before: ReadField): Promise<boolean> {
  const stored = await services.store.boundaries(round.ownerId, round.svcUserId, before.field.id);
  return finish(round, services, before, before.field, withoutProvided(stored, round.at));
}

/** Brings a field's boundary to what the provider has now. False when another writer has changed the field meanwhile. */
async function fetchField(
  round: Round,
  services: SyncServices,
  before: ReadField | undefined,
  field: Field,
  chosen: string | undefined,
): Promise<boolean> {
  const { ownerId, svcUserId, settings, at } = round;
  const { store, overlay, newId } = services;
  const provided = await currentBoundaries(round, services, field);
  const broken = provided.some(({ shape }) => shape.validity !== 'VALID');
  const engine = broken && settings.automaticFixBoundary ? await overlay() : undefined;
  const reconciled = reconcileBoundaries({
    stored: before ? await store.boundaries(ownerId, svcUserId, field.id) : [],
    provided,
    chosen,
    repair: (shape) => engine && repairedShape(shape, engine),
    newId,
    at,
  });
  return finish(round, services, before, field, reconciled);
}

async function currentBoundaries(
  { provider, problems }: Round,
  { overlay }: SyncServices,
  { providerFieldId = '', organizationId }: Field,
): Promise<CurrentBoundary[]> {
  const current: CurrentBoundary[] = [];
  for await (const { geometry, ...boundary } of provider.boundaries({ id: providerFieldId, organizationId })) {
    const shape = await providedShape(geometry, overlay);
    if (shape) current.push({ ...boundary, shape });
    else {
      const message = `The boundary ${boundary.id} has more vertices than a geometry may have, and was left out.`;
      problems.push({ code: 'tooManyVertices', providerFieldId, message });
    }
  }
  return current;
}

/** Writes a field that has been fetched whole. */
async function finish(
  round: Round,
  services: SyncServices,
  before: ReadField | undefined,
  field: Field,
  reconciled: Reconciled,
): Promise<boolean> {
  const { added, active } = reconciled;
  const boundaries = [...field.boundaries, ...added.map(({ id }) => id)];
  if (boundaries.length > limits.boundaryVersions) {
    const message = `The field has ${limitText.boundaryVersions} boundary versions, the maximum.`;
    round.problems.push({ code: 'tooManyBoundaries', providerFieldId: field.providerFieldId ?? '', message });
    return true;
  }
  const { area: _area, providerBoundaryId: _boundary, ...members } = field;
  const processed: Field = {
    ...members,
    status: 'PROCESSED',
    boundaries,
    ...(active && { area: active.area, providerBoundaryId: active.providerBoundaryId }),
  };
  return save(round, services, before, processed, reconciled);
}

async function save(
  { ownerId, at, brought }: Round,
  { store }: SyncServices,
  before: ReadField | undefined,
  field: Field,
  reconciled: Reconciled,
): Promise<boolean> {
  const nothingNew = reconciled.added.length === 0 && reconciled.changed.length === 0;
  if (before && nothingNew && sameField(before.field, field)) return true;
  if (!(await store.save(ownerId, { before, field: { ...field, updatedTime: at }, ...reconciled }))) return false;
  brought.fields += 1;
  brought.boundaries += reconciled.added.length;
  return true;
}

async function untilSaved(fieldId: string, save: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) if (await save()) return;
  throw new Error(`the field ${fieldId} was changed by others ${attempts} times in a row`);
}
