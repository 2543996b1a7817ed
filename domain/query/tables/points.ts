import type { CatalogueColumn, CatalogueTable } from '../../../sql/catalogue.ts';
import { arrayOf, type SqlType, typeOf } from '../../../sql/types/sql-type.ts';
import { leftOutMember } from '../../machine-files/points/left-out.ts';
import {
  type MeasuredColumn,
  measuredColumnsOf,
  pointColumns,
  storedProducts,
} from '../../machine-files/points/point-columns.ts';
import type { PointProperty, PointPropertyName } from '../../machine-files/points/point-properties.ts';
import { parseUnit } from '../../machine-files/points/units.ts';
import { storedColumn } from './columns.ts';
import { pointDescriptions } from './point-descriptions.ts';

const types: Record<PointProperty['type'], SqlType> = {
  number: typeOf('FLOAT64'),
  integer: typeOf('INT64'),
  text: typeOf('STRING'),
  list: arrayOf(typeOf('STRING')),
};

const fixed: readonly CatalogueColumn[] = [
  storedColumn('fileId', typeOf('STRING'), 'The id of the machine file.'),
  storedColumn('svcUserId', typeOf('STRING'), 'The id of the service user.'),
  storedColumn('apiOwnerUsername', typeOf('STRING'), 'The username of the owner.'),
  storedColumn('provider', typeOf('STRING'), 'The provider or maker of the file.'),
  storedColumn('operationType', typeOf('STRING'), '`planted`, `applied`, `harvested` or `tillage`.'),
  storedColumn('originalOperationType', typeOf('STRING'), "The source's own word for the kind of work."),
  storedColumn('timestamp', typeOf('TIMESTAMP'), 'The time of the point.'),
  storedColumn('fieldIds', arrayOf(typeOf('STRING')), 'The ids of the fields that contain the point.'),
  {
    name: 'geometry',
    type: typeOf('GEOGRAPHY'),
    stored: { longitude: 'lon', latitude: 'lat' },
    description: 'The position of the machine, on WGS 84.',
  },
];

/** What people call a column, or the columns of a property, that is not its name. */
const words: Record<string, readonly string[]> = {
  timestamp: ['time', 'date', 'datetime', 'day'],
  geometry: ['location', 'position', 'geom', 'point', 'geography'],
  fieldIds: ['field', 'fieldid', 'field_id'],
  svcUserId: ['user', 'userid', 'user_id', 'grower'],
  wetMassPerArea: ['yield', 'yld'],
  dryMassPerArea: ['yield', 'yld', 'dry_yield'],
  wetVolumePerArea: ['yield', 'yld'],
  harvestMoisture: ['moisture'],
  appliedRate: ['rate', 'application_rate'],
  seedRate: ['rate', 'population', 'seeding_rate'],
  variety: ['hybrid', 'cultivar'],
  machinery: ['machine', 'equipment'],
  equipmentWidth: ['width', 'swath'],
};

const found = (column: CatalogueColumn, property: string): CatalogueColumn =>
  words[property] ? { ...column, also: words[property] } : column;

const tankMix = storedColumn('tankMix', typeOf('BOOL'), 'Whether a mix was applied.');

function productsIn(units: string, column: string, beside: string): CatalogueColumn {
  const description = `The applied products as JSON: \`[{"name", "rate": {"value", "unit"}}]\`, with rates in ${units}.`;
  return { ...storedColumn('products', typeOf('STRING'), description), stored: { column, beside } };
}

/** Products in the lake's units, and in those of their file. */
const products = {
  inOneUnit: productsIn(
    `${measuredColumnsOf('appliedRate')
      .map(({ unit }) => unit)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1')}; null if the unit is unknown`,
    storedProducts.inOneUnit,
    storedProducts.ofFile,
  ),
  ofFile: productsIn('the units of the file', storedProducts.ofFile, storedProducts.inOneUnit),
};

const degrees = (name: string, column: string): CatalogueColumn => ({
  ...storedColumn(name, typeOf('FLOAT64'), `The ${name} of the geometry.`, 'arcdeg'),
  stored: { column },
});

/** Aliases that today's clients use: longitude and latitude of the geometry. */
const coordinates = [degrees('longitude', 'lon'), degrees('latitude', 'lat')];

/** Makes the columns of a measured property, such as one column for each of its units. */
export type Shown = (name: PointPropertyName, measured: readonly MeasuredColumn[]) => CatalogueColumn[];

/** All columns, with those of measured properties and products as the caller builds them. */
export function columnsOfPoints(shown: Shown, units: keyof typeof products): CatalogueColumn[] {
  const properties = pointColumns.flatMap(({ name, property, measured }): CatalogueColumn[] =>
    (measured.length > 0
      ? shown(name, measured)
      : [storedColumn(name, types[property.type], pointDescriptions[name])]
    ).map((column) => found(column, name)),
  );
  const volume = properties.filter(({ name }) => name === 'wetVolumePerArea');
  const yields = volume.map((column) => ({ ...column, name: 'yieldVolume', description: 'Same as wetVolumePerArea.' }));
  return [
    ...fixed.map((column) => found(column, column.name)),
    ...properties,
    ...yields,
    ...coordinates,
    products[units],
    tankMix,
  ];
}

/** The dimension of a unit in words, such as `Mass per area`. */
function dimensionIn(unit: string): string {
  const words = (parseUnit(unit)?.dimension ?? '').replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const inOneUnit: Shown = (name, measured) =>
  measured.map(({ name: column, unit, stored }) => {
    const description = `${pointDescriptions[name]} ${dimensionIn(unit)}, in ${unit}.`;
    return { ...storedColumn(column, typeOf('FLOAT64'), description, unit), stored: { column: stored } };
  });

/**
 * All standard points of the owner's machine files that count, except those of duplicates. A column has one unit for all files.
 *
 * @example pointsTable('o').only // { owner: 'o' }
 */
export function pointsTable(ownerId: string): CatalogueTable {
  return {
    name: 'points',
    stored: ['store', 'points'],
    description:
      'The standard points of all machine files except merged files and duplicates, and without those that are left out of totals (their `leftOut` in the standard outputs says why). Each column has one unit for all files, whatever their own units are. The points of a file appear when it is processed, and are replaced all at once when it is processed again.',
    only: { owner: ownerId },
    without: [leftOutMember],
    columns: columnsOfPoints(inOneUnit, 'inOneUnit'),
    locatedBy: { keys: 'fieldIds', geometry: 'geometry' },
  };
}
