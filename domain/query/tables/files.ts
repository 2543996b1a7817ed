import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { bool, float, geography, integer, storedColumn, text, texts, time } from './columns.ts';

/** Every machine file of the owner's users. */
export function filesTable(ownerId: string): CatalogueTable {
  return {
    name: 'files',
    stored: ['store', 'files'],
    description:
      'Machine files, those too that failed, that are copies of others or that are merged from others. Changes come at most a minute after they were made.',
    only: { owner: ownerId },
    columns: [
      storedColumn('id', text, 'The machine file.'),
      storedColumn('name', text, 'Of the file that was sent.'),
      storedColumn('svcUserId', text, 'The service user whose file it is.'),
      storedColumn('batchId', text, 'The batch that it came in.'),
      storedColumn('status', text, '`processing`, `processed` or `failed`.'),
      storedColumn('origin', text, '`provider`, `uploaded`, `merged` or `automerged`.'),
      storedColumn('provider', text, 'Where it came from.'),
      storedColumn('fileFormat', text, 'As it was recognised.'),
      storedColumn('operationType', text, '`planted`, `applied`, `harvested` or `tillage`.'),
      storedColumn('startTime', time, 'Of its first point.'),
      storedColumn('endTime', time, 'Of its last point.'),
      storedColumn('fieldIds', texts, 'The fields in which it has points.'),
      storedColumn('crops', texts, 'What was planted, harvested or treated.'),
      storedColumn('varieties', texts, 'The varieties of the crops.'),
      storedColumn('area', float, 'The ground that its points cover.', 'ha'),
      storedColumn('pointCount', integer, 'The standard points that were made of it.'),
      storedColumn('sizeInBytes', integer, 'Size of the uploaded file.', 'B'),
      storedColumn('sources', texts, 'Of a merged file, the files that it is made of.'),
      storedColumn('duplicateOf', text, 'The file with the same content, whose points count.'),
      storedColumn('isOutOfStandard', bool, 'Whether it lacks properties that standard points have.'),
      storedColumn('summary', text, 'Statistics and totals as JSON, each with its unit: `{"speed": {"avg": 5, …}}`.'),
      geography('The ground that its points cover.'),
      storedColumn('createdTime', time, 'When the file came.'),
      storedColumn('updatedTime', time, 'When it was changed the last time.'),
    ],
  };
}
