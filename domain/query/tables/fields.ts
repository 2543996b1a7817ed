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
      storedColumn('id', text, 'The id of the field. Fields of two users may have the same chosen id.'),
      storedColumn('name', text, 'The name of the field.'),
      storedColumn('svcUserId', text, 'The id of the service user.'),
      storedColumn('farmId', integer, 'The id of the farm, if the field has one.'),
      storedColumn('growerId', integer, 'The id of the grower of the farm.'),
      storedColumn('type', text, '`ORIGINAL` or `MERGED`.'),
      storedColumn('status', text, '`PROCESSED`, `PREVIEW` or `WAITING`.'),
      storedColumn('mergedFieldId', text, 'The id of the merged field that this field is part of.'),
      storedColumn('sources', texts, 'The ids of the fields that a merged field was made of.'),
      storedColumn('providerName', text, 'The provider of a provider field.'),
      storedColumn('providerId', integer, 'The numeric id of the provider.'),
      storedColumn('providerFieldId', text, 'The id of the field at the provider.'),
      storedColumn('providerFieldName', text, 'The name of the field at the provider.'),
      storedColumn('organizationId', text, 'The id of the organization at the provider.'),
      storedColumn('boundaryId', text, 'The id of the active boundary.'),
      storedColumn('area', float, 'The area of the active boundary, on the ellipsoid.', 'ha'),
      geography('The active boundary: a polygon, or a multipolygon where it has several parts.'),
      storedColumn('createdTime', time, 'When the field was created.'),
      storedColumn('updatedTime', time, 'The time of the last change.'),
    ],
  };
}
