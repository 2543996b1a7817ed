import type { Manifest } from './manifest.ts';
import type { BucketName, FunctionNeeds, ObjectAccess, TableAccess } from './needs.ts';
import { ownedPrefixes } from './prefix.ts';

/** Needs of a folder's part in a function that works for many folders: the sweep, or the eraser of users. */
export type PartNeeds = Pick<FunctionNeeds, 'tables' | 'objects' | 'sends' | 'peeks' | 'publishes' | 'usage'>;

/** The rights that include each access to a table. */
const allowed: Record<TableAccess, readonly string[]> = {
  find: ['find'],
  change: ['find', 'change'],
  add: ['put'],
  make: ['find', 'change', 'put'],
  read: ['find', 'list'],
  write: ['put', 'change', 'delete'],
  readWrite: ['find', 'list', 'put', 'change', 'delete'],
};

/** The least access that allows what each of both does. */
function widened(one: TableAccess, other: TableAccess): TableAccess {
  const needed = [...allowed[one], ...allowed[other]];
  const [lowest = 'readWrite'] = (Object.keys(allowed) as TableAccess[]).filter((access) =>
    needed.every((action) => allowed[access].includes(action)),
  );
  return lowest;
}

/** The tables of a function or a part, those included that follow from what it publishes and counts. */
export function tablesOf({ tables, publishes, usage }: PartNeeds): FunctionNeeds['tables'] {
  return { ...(publishes && { events: 'add' }), ...(usage && { usage: 'write' }), ...tables };
}

/**
 * A function with what all of its parts need.
 *
 * @throws Error when two parts need different access to a prefix, since none includes another.
 */
export function withParts(needs: FunctionNeeds, parts: readonly PartNeeds[]): FunctionNeeds {
  const tables: Record<string, TableAccess> = {};
  const objects: Partial<Record<BucketName, Record<string, ObjectAccess>>> = {};
  for (const part of [needs, ...parts]) {
    for (const [name, access] of Object.entries(tablesOf(part) ?? {})) {
      tables[name] = widened(access, tables[name] ?? access);
    }
    for (const [bucket, prefixes] of Object.entries(part.objects ?? {}) as [
      BucketName,
      Record<string, ObjectAccess>,
    ][]) {
      objects[bucket] ??= {};
      for (const [prefix, access] of Object.entries(prefixes)) {
        const known = objects[bucket][prefix] ?? access;
        if (known !== access) throw new Error(`parts of one function need ${known} and ${access} of ${prefix}`);
        objects[bucket][prefix] = access;
      }
    }
  }
  const all = <T>(of: (part: PartNeeds) => readonly T[] | undefined) => [
    ...new Set([needs, ...parts].flatMap((part) => of(part) ?? [])),
  ];
  return {
    ...{ ...needs, tables, objects, sends: all(({ sends }) => sends), peeks: all(({ peeks }) => peeks) },
    ...{ publishes: all(({ publishes }) => publishes), usage: all(({ usage }) => usage) },
  };
}

/** Needs of a folder in the function that erases users: those of its `erasers.ts`, and of the erasers that its tables and prefixes declare. */
export function erasingParts({ tables = {}, prefixes = {}, erasing = {} }: Manifest): PartNeeds[] {
  const emptied = Object.entries(tables).filter(([, { eraser }]) => eraser);
  const removed = ownedPrefixes('', prefixes).filter(({ eraser }) => eraser);
  return [
    erasing,
    { tables: Object.fromEntries(emptied.map(([name]) => [name, 'readWrite'])) },
    ...removed.map(({ bucket, prefix }) => ({ objects: { [bucket]: { [prefix]: 'erase' satisfies ObjectAccess } } })),
  ] as PartNeeds[];
}
