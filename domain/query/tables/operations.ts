import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { bool, float, geography, storedColumn, text, texts, time } from './columns.ts';

/** Every field operation of the owner's users. */
export function operationsTable(ownerId: string): CatalogueTable {
  return {
    name: 'operations',
    stored: ['store', 'operations'],
    description:
      'Field operations: what the machine files of one kind, crop and time recorded on one field. Changes come at most a minute after they were made.',
    only: { owner: ownerId },
    columns: [
      storedColumn('id', text, 'The operation.'),
      storedColumn('svcUserId', text, 'The service user whose operation it is.'),
      storedColumn('operationType', text, '`planted`, `applied`, `harvested` or `tillage`.'),
      storedColumn('startTime', time, 'Of its first point.'),
      storedColumn('endTime', time, 'Of its last point.'),
      storedColumn('fieldIds', texts, 'The fields on which it was done.'),
      storedColumn('fileIds', texts, 'The machine files that it is made of.'),
      storedColumn('providers', texts, 'Where the files came from.'),
      storedColumn('crops', texts, 'What was planted, harvested or treated.'),
      storedColumn('varieties', texts, 'The varieties of the crops.'),
      storedColumn('area', float, 'The ground that was worked.', 'ha'),
      storedColumn('isOutOfStandard', bool, 'Whether one of the files lacks properties that standard points have.'),
      storedColumn('summary', text, 'Statistics and totals as JSON, each with its unit: `{"speed": {"avg": 5, …}}`.'),
      geography('The ground that was worked.'),
      storedColumn('createdTime', time, 'When the operation was made.'),
      storedColumn('updatedTime', time, 'When it was changed the last time.'),
    ],
  };
}
