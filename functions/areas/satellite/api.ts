import { defineArea } from '../../http/endpoint.ts';
import { fieldEndpoints } from './fields/endpoints.ts';
import { imageEndpoints } from './images/endpoints.ts';
import { processEndpoints } from './processes/endpoints.ts';
import { providerEndpoints } from './providers/endpoints.ts';
import { seriesEndpoints } from './series/endpoints.ts';
import { statisticsEndpoints } from './statistics/endpoints.ts';

/** Area K: satellite images of registered fields. */
export const satelliteApi = defineArea({
  name: 'satellite',
  title: 'Satellite images',
  letter: 'K',
  description:
    'A field is registered once. Every satellite scene of it is then processed into images, from the first day that the registration asks for until the field is deleted. Contains modified Copernicus Sentinel data of the years of the scenes. Planet scenes are ordered with the owner’s own API key and use its quota. A process whose `upstream` is `stand-in` was made from a synthetic scene that this machine serves because no catalogue could be reached.',
  base: '/services/satellite/api',
  endpoints: {
    ...fieldEndpoints,
    ...processEndpoints,
    ...imageEndpoints,
    ...seriesEndpoints,
    ...statisticsEndpoints,
    ...providerEndpoints,
  },
});
