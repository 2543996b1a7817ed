import { type PointProperty, pointProperties } from '../../machine-files/point-properties.ts';
import type { CatalogueColumn, CatalogueTable } from '../catalogue.ts';
import { arrayOf, type SqlType, typeOf } from '../types/sql-type.ts';

const types: Record<PointProperty['type'], SqlType> = {
  number: typeOf('FLOAT64'),
  integer: typeOf('INT64'),
  text: typeOf('STRING'),
  list: arrayOf(typeOf('STRING')),
};

const fixed: [name: string, type: SqlType, description: string][] = [
  ['fileId', typeOf('STRING'), 'The machine file.'],
  ['svcUserId', typeOf('STRING'), 'The service user whose file it is.'],
  ['apiOwnerUsername', typeOf('STRING'), 'The owner.'],
  ['provider', typeOf('STRING'), 'Where the file came from.'],
  ['operationType', typeOf('STRING'), '`planted`, `applied`, `harvested` or `tillage`.'],
  ['originalOperationType', typeOf('STRING'), "The source's own word for the kind of work."],
  ['timestamp', typeOf('TIMESTAMP'), 'When the machine was there.'],
  ['fieldIds', arrayOf(typeOf('STRING')), 'The fields in which the point lies.'],
];

const last: [name: string, type: SqlType, description: string][] = [
  ['products', typeOf('STRING'), 'What was applied, as JSON.'],
  ['tankMix', typeOf('BOOL'), 'Whether what was applied is a mix.'],
];

/** Every standard point of the owner's machine files that are not duplicates of others. Values are in the units of their file. */
export function pointsTable(ownerId: string): CatalogueTable {
  const column = ([name, type, description]: (typeof fixed)[number]): CatalogueColumn => ({
    name,
    type,
    stored: { column: name },
    description,
  });
  const properties = Object.entries(pointProperties).map(
    ([name, { type }]): CatalogueColumn => ({ name, type: types[type], stored: { column: name } }),
  );
  return {
    name: 'points',
    stored: ['store', 'points'],
    only: { owner: ownerId },
    columns: [
      ...fixed.map(column),
      { name: 'geometry', type: typeOf('GEOGRAPHY'), stored: { longitude: 'lon', latitude: 'lat' } },
      ...properties,
      // The name that today's clients ask for.
      { name: 'yieldVolume', type: typeOf('FLOAT64'), stored: { column: 'wetVolumePerArea' } },
      { name: 'longitude', type: typeOf('FLOAT64'), stored: { column: 'lon' } },
      { name: 'latitude', type: typeOf('FLOAT64'), stored: { column: 'lat' } },
      ...last.map(column),
    ],
    fieldBox: { fieldIds: 'fieldIds', geometry: 'geometry' },
  };
}
