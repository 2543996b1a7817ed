import { defineArea } from '../../http/endpoint.ts';
import { operationsBase } from '../../http/operations-base.ts';
import { batchEndpoints } from './batch/endpoints.ts';
import { artefactEndpoints } from './files/artefact-endpoints.ts';
import { fileEndpoints } from './files/endpoints.ts';
import { layerEndpoints } from './layers/endpoints.ts';
import { workEndpoints } from './work/endpoints.ts';
import { workImageEndpoints } from './work/image-endpoints.ts';

/** Area R: what machines recorded, in one form. */
export const operationsApi = defineArea({
  name: 'operations',
  title: 'Machine files',
  letter: 'R',
  description:
    'Archives of machine data become files of standard points with summaries and units. Conversion is asynchronous: poll the batch, then read its files.',
  base: operationsBase,
  endpoints: {
    ...batchEndpoints,
    ...fileEndpoints,
    ...artefactEndpoints,
    ...workEndpoints,
    ...workImageEndpoints,
    ...layerEndpoints,
  },
});
