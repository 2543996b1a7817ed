import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { Land } from '../../../domain/merging/find-groups.ts';
import { isSource, type Member, maxSources, overlaps, type Source } from '../../../domain/merging/group.ts';
import type { Seed } from '../../../domain/merging/seed.ts';
import type { MergeServices } from './services.ts';

/** Fields whose shapes are read together; more overlapping fields than a group may have need no further reads. */
const lookedAtOnce = 100;

/** The fields of a user, cached: each is read, and its neighbours are searched, at most once. */
export interface KnownLand extends Land {
  /** Fields that may overlap a shape; none if there are too many candidates. */
  near(shape: MultiPolygon): Promise<Member[]>;
  boundary(fieldId: string, boundaryId: string): Promise<MultiPolygon | undefined>;
}

/**
 * The land around changed fields. What was merged before, and of which nothing has changed, hangs together without another look:
 * of a group of fifty that one more field joins, only that one is looked around. With merging switched off, nothing overlaps anything.
 */
export async function landOf(
  ownerId: string,
  svcUserId: string,
  seeds: Seed[],
  { fieldsAutoMerge, fieldsMergeIntersection }: Settings,
  { store, overlay }: MergeServices,
): Promise<KnownLand> {
  const known = new Map<string, Member | undefined>();
  const around = new Map<string, string[] | undefined>();
  const changed = new Set(seeds.flatMap(({ fieldId, mergedFieldId }) => [fieldId, mergedFieldId ?? fieldId]));
  /** By id of any field, the changed ones that overlap it. */
  const changedAround = new Map<string, string[]>();

  const members = async (ids: readonly string[]): Promise<Member[]> => {
    const unknown = ids.filter((id) => !known.has(id));
    for (const id of unknown) known.set(id, undefined);
    for (const member of await store.members(ownerId, svcUserId, unknown)) known.set(member.field.id, member);
    return ids.flatMap((id) => known.get(id) ?? []);
  };

  /** Those that a field is merged with, if nothing has changed about any of them. */
  const settledWith = async ({ id, mergedFieldId }: Source['field']): Promise<string[] | undefined> => {
    if (mergedFieldId === undefined || changed.has(mergedFieldId)) return undefined;
    const [merged] = await members([mergedFieldId]);
    const sources = merged?.field.sources ?? [];
    return sources.includes(id) && !sources.some((source) => changed.has(source)) ? sources : undefined;
  };

  const overlappingOf = async ({ field, boundary: { geometry } }: Source, near: string[]): Promise<string[]> => {
    const engine = await overlay();
    const found: string[] = [];
    for (let start = 0; start < near.length && found.length <= maxSources; start += lookedAtOnce) {
      for (const other of (await members(near.slice(start, start + lookedAtOnce))).filter(isSource)) {
        if (other.field.id === field.id) continue;
        if (overlaps(geometry, other.boundary.geometry, fieldsMergeIntersection, engine)) found.push(other.field.id);
      }
    }
    return found;
  };

  const lookAround = async (source: Source): Promise<string[] | undefined> => {
    if (!fieldsAutoMerge) return [];
    const settled = await settledWith(source.field);
    if (settled) return [...settled, ...(changedAround.get(source.field.id) ?? [])];
    const near = await store.near(ownerId, svcUserId, source.boundary.geometry);
    return near && overlappingOf(source, near);
  };

  const overlapping = async (source: Source): Promise<string[] | undefined> => {
    const { id } = source.field;
    if (!around.has(id)) around.set(id, await lookAround(source));
    return around.get(id);
  };

  for (const source of (await members([...changed])).filter(isSource)) {
    for (const id of (await overlapping(source)) ?? []) {
      changedAround.set(id, [...(changedAround.get(id) ?? []), source.field.id]);
    }
  }

  return {
    members,
    overlapping,
    near: async (shape) => members((await store.near(ownerId, svcUserId, shape)) ?? []),
    boundary: async (fieldId, boundaryId) => (await store.boundary(ownerId, svcUserId, fieldId, boundaryId))?.geometry,
  };
}
