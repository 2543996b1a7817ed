import type { NewId } from '../../../../domain/clock.ts';
import type { UserSubject, WorkList } from '../../../../domain/work/work-stores.ts';
import type { Table } from '../table.ts';
import { existingUser } from '../work/subject-items.ts';
import { workList } from '../work/work-list.ts';
import { irrigationPartition } from './irrigation-item.ts';

/** The work list of irrigation, in the user's partition of its table; noting the same twice has no effect. */
export function irrigationNotes<Note extends object>(
  irrigation: Table,
  users: Table,
  { nameOf, newId }: { nameOf(note: Note): string; newId: NewId },
): WorkList<UserSubject, Note> {
  return workList({
    table: irrigation,
    newId,
    partitionOf: ({ ownerId, svcUserId }) => irrigationPartition(ownerId, svcUserId),
    prefix: 'work#',
    nameOf,
    existence: existingUser(users),
  });
}
