import type { CatalogueTable } from '../../../sql/catalogue.ts';
import { geography, storedColumn, text } from './columns.ts';

/** Counties of the United States, as far as they have been loaded; shared by all owners. */
export const countiesTable: CatalogueTable = {
  name: 'states_counties',
  stored: ['store', 'states_counties'],
  description: 'Counties of the United States with their states. It contains the areas that the operator has loaded.',
  only: {},
  columns: [
    storedColumn('state_name', text, 'The two-letter code of the state.'),
    storedColumn('state_fips', text, 'The two-digit FIPS code of the state.'),
    storedColumn('county_fips', text, 'The five-digit FIPS code of the county, which begins with that of the state.'),
    storedColumn('county_name', text, 'The name of the county, without the word “County”.'),
    geography('The county: a polygon, or a multipolygon where it has several parts.'),
  ],
};
