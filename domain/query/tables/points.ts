import { type PointProperty, type PointPropertyName, pointProperties } from '../../machine-files/point-properties.ts';
import type { CatalogueColumn, CatalogueTable } from '../catalogue.ts';
import { arrayOf, type SqlType, typeOf } from '../types/sql-type.ts';
import { pointDescriptions } from './point-descriptions.ts';

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

/** Names that today's clients ask for. */
const others: [name: string, column: string, description: string][] = [
  ['yieldVolume', 'wetVolumePerArea', 'As wetVolumePerArea.'],
  ['longitude', 'lon', 'Of the geometry, in degrees.'],
  ['latitude', 'lat', 'Of the geometry, in degrees.'],
];

function descriptionOf(name: PointPropertyName, { dimensions }: PointProperty): string {
  if (!dimensions) return pointDescriptions[name];
  const words = dimensions.map((one) => one.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)).join(' or ');
  return `${pointDescriptions[name]} ${words.charAt(0).toUpperCase()}${words.slice(1)}, in the unit of its file.`;
}

/** Every standard point of the owner's machine files that are not duplicates of others. Values are in the units of their file. */
export function pointsTable(ownerId: string): CatalogueTable {
  const column = ([name, type, description]: (typeof fixed)[number]): CatalogueColumn => ({
    name,
    type,
    stored: { column: name },
    description,
  });
  const entries = Object.entries(pointProperties) as [PointPropertyName, PointProperty][];
  const properties = entries.map(
    ([name, property]): CatalogueColumn => ({
      name,
      type: types[property.type],
      stored: { column: name },
      description: descriptionOf(name, property),
    }),
  );
  return {
    name: 'points',
    stored: ['store', 'points'],
    description:
      'The standard points of all machine files that are not merged from others or copies of others, each in the units of its file. A file’s points come when it is processed, and are replaced all at once when it is processed again.',
    only: { owner: ownerId },
    isUniform: true,
    columns: [
      ...fixed.map(column),
      {
        name: 'geometry',
        type: typeOf('GEOGRAPHY'),
        stored: { longitude: 'lon', latitude: 'lat' },
        description: 'Where the machine was, on WGS 84.',
      },
      ...properties,
      ...others.map(([name, column, description]) => ({
        name,
        type: typeOf('FLOAT64'),
        stored: { column },
        description,
      })),
      ...last.map(column),
    ],
    fieldBox: { fieldIds: 'fieldIds', geometry: 'geometry' },
  };
}
