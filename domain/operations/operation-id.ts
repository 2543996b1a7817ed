import type { DerivedId } from '../clock.ts';
import type { FileGroup } from './group-files.ts';
import type { Operation } from './operation.ts';

/**
 * The id of the operation that a group of files is: one of its files names it, and keeps naming it while it is among them, whatever joins or leaves. Where
 * several do, since what was apart hangs together now, the operation that was there first goes on.
 *
 * @param there the operations on the group's fields, by id.
 * @param isSplit whether work is split by field: a file that lies on two fields then names an operation on each.
 */
export function operationIdOf(
  { files, fieldIds }: FileGroup,
  there: ReadonlyMap<string, Pick<Operation, 'id' | 'createdTime'>>,
  isSplit: boolean,
  derivedId: DerivedId,
): string {
  const named = (file: { id: string }) => derivedId(file.id, 'operation', ...(isSplit ? fieldIds : []));
  const [oldest] = files.flatMap((file) => there.get(named(file)) ?? []).sort(olderFirst);
  if (oldest) return oldest.id;
  return named(files.reduce((first, file) => (file.id < first.id ? file : first)));
}

function olderFirst(one: Pick<Operation, 'id' | 'createdTime'>, other: typeof one): number {
  return Date.parse(one.createdTime) - Date.parse(other.createdTime) || (one.id < other.id ? -1 : 1);
}
