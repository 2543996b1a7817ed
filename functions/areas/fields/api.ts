import { defineArea } from '../../http/endpoint.ts';
import { boundaryEndpoints } from './boundary/endpoints.ts';
import { farmEndpoints } from './farms/endpoints.ts';
import { fieldEndpoints } from './field/endpoints.ts';
import { growerEndpoints } from './growers/endpoints.ts';
import { operationFileEndpoints } from './operation-file/endpoints.ts';
import { overlapEndpoints } from './overlap/endpoints.ts';
import { seasonEndpoints } from './seasons/endpoints.ts';
import { fieldSoilEndpoints } from './soil/endpoints.ts';
import { syncEndpoints } from './sync/endpoints.ts';
import { zoneEndpoints } from './zones/endpoints.ts';

/** Area L: where all other data hangs. */
export const fieldsApi = defineArea({
  name: 'fields',
  title: 'Growers, farms, fields and boundaries',
  letter: 'L',
  description: 'The growers, farms and fields of service users, and the boundaries of fields.',
  base: '/services/fields/api',
  endpoints: {
    ...growerEndpoints,
    ...farmEndpoints,
    ...fieldEndpoints,
    ...boundaryEndpoints,
    ...overlapEndpoints,
    ...operationFileEndpoints,
    ...syncEndpoints,
    ...seasonEndpoints,
    ...zoneEndpoints,
    ...fieldSoilEndpoints,
  },
});
