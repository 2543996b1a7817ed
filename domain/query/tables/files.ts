import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { bool, float, geography, integer, storedColumn, text, texts, time } from './columns.ts';

/** Every machine file of the owner's users. */
export function filesTable(ownerId: string): CatalogueTable {
  return {
    name: 'files',
    stored: ['store', 'files'],
    description: 'Machine files, including failed, duplicate and merged ones. Changes appear within a minute.',
    only: { owner: ownerId },
    columns: [
      storedColumn('id', text, 'The id of the machine file.'),
      storedColumn('name', text, 'The name of the uploaded file.'),
      storedColumn('svcUserId', text, 'The id of the service user.'),
      storedColumn('batchId', text, 'The id of the batch.'),
      storedColumn('status', text, '`processing`, `processed` or `failed`.'),
      storedColumn('origin', text, '`provider`, `uploaded`, `merged` or `automerged`.'),
      storedColumn('provider', text, 'The provider or maker of the file.'),
      storedColumn('fileFormat', text, 'The recognised format.'),
      storedColumn('operationType', text, '`planted`, `applied`, `harvested` or `tillage`.'),
      storedColumn('startTime', time, 'The time of the first point.'),
      storedColumn('endTime', time, 'The time of the last point.'),
      storedColumn('fieldIds', texts, 'The ids of the fields that contain its points.'),
      storedColumn('crops', texts, 'The crops that were planted, harvested or treated.'),
      storedColumn('varieties', texts, 'The varieties of the crops.'),
      storedColumn('area', float, 'The ground that its points cover.', 'ha'),
      storedColumn('pointCount', integer, 'The standard points that were made of it.'),
      storedColumn('sizeInBytes', integer, 'Size of the uploaded file.', 'B'),
      storedColumn('sources', texts, 'Of a merged file, the files that it is made of.'),
      storedColumn('duplicateOf', text, 'The file of the same provider with the same content, whose points count.'),
      storedColumn('isOutOfStandard', bool, 'Whether it lacks properties that standard points have.'),
      storedColumn('summary', text, 'Statistics and totals as JSON, each with its unit: `{"speed": {"avg": 5, …}}`.'),
      geography('The area that its points cover.'),
      storedColumn('createdTime', time, 'When the file was uploaded.'),
      storedColumn('updatedTime', time, 'The time of the last change.'),
    ],
  };
}
