import { type Bounds, type MultiPolygon, multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { Group, Member } from '../../../domain/merging/group.ts';
import type { Seed } from '../../../domain/merging/seed.ts';
import type { KnownLand } from './land-of.ts';

/**
 * The groups that changed fields are in now, and all fields that have to do with them: what they were merged into, and what
 * that was merged from, until nothing new turns up.
 */
export async function affectedBy(
  seeds: Seed[],
  land: KnownLand,
  find: (ids: string[]) => Promise<Group[]>,
): Promise<{ groups: Group[]; members: Member[] }> {
  let ids = new Set(
    seeds.flatMap(({ fieldId, mergedFieldId, related = [] }) => [fieldId, mergedFieldId ?? fieldId, ...related]),
  );
  for (const seed of seeds) for (const id of await leftBehind(seed, land)) ids.add(id);
  for (;;) {
    const groups = await find([...ids]);
    const concerned = new Set([...ids, ...groups.flatMap(({ sources }) => sources.map(({ field }) => field.id))]);
    const members = await land.members([...concerned]);
    const related = members.flatMap(({ field }) => [...(field.sources ?? []), field.mergedFieldId ?? field.id]);
    const more = [...concerned, ...related].filter((id) => !ids.has(id));
    if (more.length === 0) return { groups, members };
    ids = new Set([...ids, ...more]);
  }
}

/** Fields that could not be merged for being too many, where a field has left: now they may. */
async function leftBehind({ fieldId, boundaryId, bounds }: Seed, land: KnownLand): Promise<string[]> {
  const shape = bounds ? boxOf(bounds) : boundaryId && (await land.boundary(fieldId, boundaryId));
  if (!shape) return [];
  return (await land.near(shape)).filter(({ field }) => field.mergeProblem !== undefined).map(({ field }) => field.id);
}

function boxOf([west, south, east, north]: Bounds): MultiPolygon {
  return multiPolygon([
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ]);
}
