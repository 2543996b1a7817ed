import type { Boundary } from '../fields/boundary.ts';
import { newBoundary } from '../fields/new-field.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import { isReadable, type ProvidedShape } from './provided-shape.ts';

/** A current boundary at the provider, with its parsed shape. */
export interface CurrentBoundary {
  id: string;
  active: boolean;
  shape: ProvidedShape;
  /** Whether it is an edit of all other boundaries of the field, whatever their ids. */
  replacesOthers?: true | undefined;
}

export interface Reconciling {
  /** All stored versions, the oldest first. */
  stored: Boundary[];
  provided: CurrentBoundary[];
  /** The boundary to use if several are active; the last one by default. */
  chosen?: string | undefined;
  /** Repairs a shape; undefined if that fails or repairs are turned off. */
  repair(shape: ProvidedShape): MultiPolygon | undefined;
  newId(): string;
  /** The time of the round. */
  at: string;
}

export interface Reconciled {
  /** New versions, in order. */
  added: Boundary[];
  /** Stored versions whose status changes. */
  changed: Boundary[];
  /** The version that becomes active. */
  active?: Boundary | undefined;
}

/**
 * Updates the versions of a boundary with the provider's current data. A version's shape and `providerStatus` never
 * change: every change at the provider creates a version, and the former one becomes OUTDATED_ON_PROVIDER. Each
 * boundary at the provider has at most one current version and, if it was invalid, a repaired one. Idempotent.
 */
export function reconcileBoundaries(work: Reconciling): Reconciled {
  const { stored, provided, at } = work;
  const counting = provided.find(({ id, active }) => active && id === work.chosen) ?? provided.findLast(isActive);
  const statuses = new Map<string, Boundary['status']>();
  const added: Boundary[] = [];

  for (const version of stored.filter(isCurrent)) statuses.set(version.id, gone(version, provided));
  for (const boundary of provided) {
    const counts = boundary === counting;
    const kept = stored.filter((version) => isCurrent(version) && version.providerBoundaryId === boundary.id);
    const original = kept.find(({ fixStatus }) => fixStatus === undefined);
    if (original && isSame(original, boundary)) {
      const repaired = kept.find(({ fixStatus }) => fixStatus !== undefined) ?? newRepaired(boundary, counts, work);
      if (repaired && !kept.includes(repaired)) added.push(repaired);
      else if (repaired) statuses.set(repaired.id, counts ? 'ACTIVE' : 'INACTIVE');
      statuses.set(original.id, counts && !repaired && isReadable(original) ? 'ACTIVE' : 'INACTIVE');
    } else {
      const made = version(boundary, boundary.shape, work);
      const repaired = newRepaired(boundary, counts, work);
      const status = counts && !repaired && isReadable(boundary.shape) ? 'ACTIVE' : 'INACTIVE';
      added.push({ ...made, status }, ...(repaired ? [repaired] : []));
    }
  }

  const changed = stored.flatMap((before) => {
    const status = statuses.get(before.id) ?? before.status;
    return status === before.status ? [] : [{ ...before, status, updatedTime: at }];
  });
  const after = stored.map((before) => changed.find(({ id }) => id === before.id) ?? before);
  return { added, changed, active: [...after, ...added].find(({ status }) => status === 'ACTIVE') };
}

/** The versions of a field that was deleted at the provider. */
export function withoutProvided(stored: Boundary[], at: string): Reconciled {
  const none = { repair: () => undefined, newId: () => '' };
  return reconcileBoundaries({ stored, provided: [], at, ...none });
}

function isActive({ active }: CurrentBoundary): boolean {
  return active;
}

function isCurrent({ status }: Boundary): boolean {
  return status === 'ACTIVE' || status === 'INACTIVE';
}

/** The new status of a current version that the provider has replaced or deleted. */
function gone({ providerBoundaryId }: Boundary, provided: CurrentBoundary[]): Boundary['status'] {
  const isEdited = provided.some(({ id, replacesOthers }) => id === providerBoundaryId || replacesOthers);
  return isEdited ? 'OUTDATED_ON_PROVIDER' : 'DELETED_ON_PROVIDER';
}

function isSame(stored: Boundary, { active, shape }: CurrentBoundary): boolean {
  return (
    stored.providerStatus === (active ? 'ACTIVE' : 'INACTIVE') &&
    JSON.stringify(stored.geometry) === JSON.stringify(shape.geometry)
  );
}

function newRepaired(boundary: CurrentBoundary, counts: boolean, work: Reconciling): Boundary | undefined {
  const geometry = counts && boundary.shape.validity !== 'VALID' ? work.repair(boundary.shape) : undefined;
  return geometry && { ...version(boundary, { geometry, validity: 'VALID' }, work), fixStatus: 'FIXED' };
}

function version(
  { id, active }: CurrentBoundary,
  { geometry, validity }: ProvidedShape,
  { newId, at }: Reconciling,
): Boundary {
  const boundary = newBoundary(newId(), geometry, at);
  // Shapes outside the valid range have no area.
  const value = Number.isFinite(boundary.area.value) ? boundary.area.value : 0;
  return {
    ...boundary,
    validity,
    area: { value, unit: 'ha' },
    providerStatus: active ? 'ACTIVE' : 'INACTIVE',
    providerBoundaryId: id,
  };
}
