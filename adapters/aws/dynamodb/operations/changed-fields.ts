import type { NewId } from '../../../../domain/clock.ts';
import type { ChangedField } from '../../../../domain/operations/field-work.ts';
import type { UserSubject, WorkList } from '../../../../domain/work/work-stores.ts';
import type { Table } from '../table.ts';
import { existingUser } from '../work/subject-items.ts';
import { workList } from '../work/work-list.ts';
import { fieldWorkPartition } from './operation-item.ts';

const prefix = 'changed#';

/**
 * The work list of fields whose operations have to be updated, in the partition of the user's field work; its keys
 * contain all data.
 */
export function changedFields(operations: Table, users: Table, newId: NewId): WorkList<UserSubject, ChangedField> {
  return workList({
    table: operations,
    newId,
    partitionOf: ({ ownerId, svcUserId }) => fieldWorkPartition(ownerId, svcUserId),
    prefix,
    nameOf: ({ fieldId, again = '' }) => `${fieldId}#${again}`,
    format: {
      stamp: 'change',
      write: (_field, change) => ({ change }),
      read({ sk }) {
        const [fieldId = '', again = ''] = String(sk).slice(prefix.length).split('#');
        return { fieldId, ...(again !== '' && { again }) };
      },
    },
    existence: existingUser(users),
  });
}
