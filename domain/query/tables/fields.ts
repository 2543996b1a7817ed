import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { float, geography, integer, storedColumn, text, texts, time } from './columns.ts';

/** Every field of the owner's users, with its active boundary. */
export function fieldsTable(ownerId: string): CatalogueTable {
  return {
    name: 'fields',
    stored: ['store', 'fields'],
    description:
      'The fields of all users, each with its active boundary; a merged field and its parts are separate rows. Changes come at most a minute after they were made.',
    only: { owner: ownerId },
    columns: [
      storedColumn('id', text, 'The field. Two users may each have a field with one id that they chose.'),
      storedColumn('name', text, 'As its user calls it.'),
      storedColumn('svcUserId', text, 'The service user whose field it is.'),
      storedColumn('farmId', integer, 'The farm, if it has one.'),
      storedColumn('growerId', integer, 'The grower of the farm.'),
      storedColumn('type', text, '`ORIGINAL` or `MERGED`.'),
      storedColumn('status', text, '`PROCESSED`, `PREVIEW` or `WAITING`.'),
      storedColumn('mergedFieldId', text, 'The merged field that this one is part of.'),
      storedColumn('sources', texts, 'Of a merged field, the fields that it is made of.'),
      storedColumn('providerName', text, 'The provider that it came from.'),
      storedColumn('providerId', integer, 'The number of the provider.'),
      storedColumn('providerFieldId', text, 'The id of the field there.'),
      storedColumn('providerFieldName', text, 'The name of the field there.'),
      storedColumn('organizationId', text, 'The organization that it belongs to there.'),
      storedColumn('boundaryId', text, 'The active boundary.'),
      storedColumn('area', float, 'Of the active boundary, on the ellipsoid.', 'ha'),
      geography('The active boundary: a polygon, or a multipolygon where it has several parts.'),
      storedColumn('createdTime', time, 'When the field was made.'),
      storedColumn('updatedTime', time, 'When it was changed the last time.'),
    ],
  };
}
