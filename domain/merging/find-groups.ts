import { type Group, isSource, type Member, maxSources, type Source } from './group.ts';

/** The fields of one user, among which groups are searched. */
export interface Land {
  /** The fields with these ids, without deleted ones. */
  members(ids: readonly string[]): Promise<Member[]>;
  /**
   * Ids of the fields whose overlap with this one reaches the threshold; undefined if there are too many candidates.
   */
  overlapping(source: Source): Promise<string[] | undefined>;
}

/**
 * The groups of the given fields, each once. A group is followed from field to field until it is complete or too large.
 */
export async function findGroups(ids: readonly string[], land: Land): Promise<Group[]> {
  const seen = new Map<string, Source>();
  const groupOf = new Map<string, Group>();

  const look = async (open: readonly string[]): Promise<Source[]> => {
    const unknown = open.filter((id) => !seen.has(id));
    for (const member of await land.members(unknown)) if (isSource(member)) seen.set(member.field.id, member);
    return open.flatMap((id) => seen.get(id) ?? []);
  };

  const follow = async (start: Source): Promise<Group> => {
    const found = new Map([[start.field.id, start]]);
    const tooLarge = (): Group => ({ sources: [...found.values()], problem: 'mergeGroupTooLarge' });
    // A map also iterates over entries that are added during the iteration.
    for (const source of found.values()) {
      const around = await land.overlapping(source);
      if (!around) return tooLarge();
      for (const next of await look(around)) {
        found.set(next.field.id, next);
        if (found.size > maxSources || groupOf.get(next.field.id)?.problem) return tooLarge();
      }
    }
    return { sources: [...found.values()] };
  };

  /** A group whose search ended early is part of the group that leads into it. */
  const withEarlier = (group: Group): Group => {
    const earlier = new Set(group.sources.flatMap(({ field }) => groupOf.get(field.id) ?? []));
    const sources = new Map(
      [group, ...earlier].flatMap((part) => part.sources.map((source) => [source.field.id, source] as const)),
    );
    return { ...group, sources: [...sources.values()] };
  };

  for (const start of await look([...new Set(ids)])) {
    if (groupOf.has(start.field.id)) continue;
    const group = withEarlier(await follow(start));
    for (const { field } of group.sources) groupOf.set(field.id, group);
  }
  return [...new Set(groupOf.values())];
}
