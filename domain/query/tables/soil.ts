import type { CatalogueColumn, CatalogueTable } from '../../../sql/catalogue.ts';
import { soilColumns } from '../../reference/soil-columns.ts';
import { float, geography, storedColumn, text } from './columns.ts';

const attributes = soilColumns.flatMap(({ name, type, readable, description, unit }, index): CatalogueColumn[] => {
  const column = storedColumn(name, type === 'text' ? text : float, description, unit);
  const alias = { ...column, description: `Same as ${readable ?? name}.` };
  return [
    ...(name === 'mukey' ? [] : [{ ...column, name: readable ?? name }]),
    { ...alias, name: `muaggatt_col_${index}` },
  ];
});

/** The soil survey of the United States, as far as it has been loaded; shared by all owners. */
export const soilTable: CatalogueTable = {
  name: 'ssurgo',
  stored: ['store', 'ssurgo'],
  description:
    'Polygons of the Soil Survey Geographic Database of the United States (SSURGO) with the aggregated attributes of their map units. It contains the areas that the operator has loaded.',
  only: {},
  columns: [
    storedColumn('mukey', text, 'The key of the map unit.'),
    storedColumn('areaSymbol', text, 'The survey area, such as `IL019`.'),
    storedColumn('state', text, 'The two letters of the state.'),
    storedColumn('county', text, 'The county, if the loaded file contains it.'),
    geography('The polygon.'),
    storedColumn('geometry_wkt', text, 'The polygon as text.'),
    ...attributes,
  ],
};

/** The part of the survey that clients of other services query by this name. */
export const soilOfIllinois: CatalogueTable = {
  ...soilTable,
  name: 'ssurgo_illinois',
  description: 'The rows of `ssurgo` in Illinois.',
  only: { state: 'IL' },
};
