import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { bool, float, geography, storedColumn, text, texts, time } from './columns.ts';

/** Every field operation of the owner's users. */
export function operationsTable(ownerId: string): CatalogueTable {
  return {
    name: 'operations',
    stored: ['store', 'operations'],
    description:
      'Field operations: work of one kind on one field, from machine files of the same crop and time. Changes appear within a minute.',
    only: { owner: ownerId },
    columns: [
      storedColumn('id', text, 'The id of the operation.'),
      storedColumn('svcUserId', text, 'The id of the service user.'),
      storedColumn('operationType', text, '`planted`, `applied`, `harvested` or `tillage`.'),
      storedColumn('startTime', time, 'The time of the first point.'),
      storedColumn('endTime', time, 'The time of the last point.'),
      storedColumn('fieldIds', texts, 'The ids of the fields that were worked.'),
      storedColumn('fileIds', texts, 'The ids of its machine files.'),
      storedColumn(
        'repeatedFileIds',
        texts,
        'Those of its machine files whose points it does not have, since another one has the same content from another provider.',
      ),
      storedColumn('providers', texts, 'The providers or makers of the files.'),
      storedColumn('crops', texts, 'The crops that were planted, harvested or treated.'),
      storedColumn('varieties', texts, 'The varieties of the crops.'),
      storedColumn('area', float, 'The area that was worked.', 'ha'),
      storedColumn('isOutOfStandard', bool, 'Whether one of the files lacks properties that standard points have.'),
      storedColumn('summary', text, 'Statistics and totals as JSON, each with its unit: `{"speed": {"avg": 5, …}}`.'),
      geography('The area that was worked.'),
      storedColumn('createdTime', time, 'When the operation was created.'),
      storedColumn('updatedTime', time, 'The time of the last change.'),
    ],
  };
}
