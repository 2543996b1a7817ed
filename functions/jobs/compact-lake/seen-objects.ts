import { lakeNameIn, lakePointsPrefix } from '../../../domain/files/lake-keys.ts';
import type { SeenObject } from '../../../domain/lake/plan-compaction.ts';
import type { PointsSnapshot } from '../../../domain/lake/points-pointer.ts';
import type { CompactionServices } from './services.ts';

/** Machine files that are read in one request. */
const recordsAtOnce = 100;

/** The objects of a generation that readers see; without those of files that are gone, which the eraser has not reached yet. */
export async function seenObjects(
  ownerId: string,
  { gen, hidden, replaced }: PointsSnapshot,
  { lake, objects, machineFiles }: Pick<CompactionServices, 'lake' | 'objects' | 'machineFiles'>,
): Promise<SeenObject[]> {
  const without = new Set([...hidden, ...replaced]);
  const listed: ({ key: string; bytes: number } & ReturnType<typeof lakeNameIn>)[] = [];
  for await (const { key, bytes } of lake.versions(lakePointsPrefix(ownerId, gen))) {
    const name = lakeNameIn(key);
    if (!without.has(name.id)) listed.push({ key, bytes, ...name });
  }
  const compacted = await objects.all(ownerId);
  const ids = listed.flatMap(({ fileId }) => fileId ?? []);
  const users = new Map<string, string>();
  for (let start = 0; start < ids.length; start += recordsAtOnce) {
    const found = await machineFiles.many(ownerId, ids.slice(start, start + recordsAtOnce));
    for (const { id, svcUserId } of found) users.set(id, svcUserId);
  }
  return listed.flatMap(({ key, bytes, fileId, id }): SeenObject[] => {
    if (fileId === undefined) {
      const known = compacted.get(id) ?? { svcUserIds: [], ingestIds: [] };
      return [{ key, bytes, ...known, isUnknown: !compacted.has(id) }];
    }
    const svcUserId = users.get(fileId);
    return svcUserId === undefined ? [] : [{ key, bytes, svcUserIds: [svcUserId], ingestIds: [id], isUnknown: false }];
  });
}
