import { defineArea } from '../../http/endpoint.ts';
import { soilBase } from '../../http/soil-batches.ts';
import { batchEndpoints } from './batch/endpoints.ts';
import { resultEndpoints } from './results/endpoints.ts';

/** Area S: zips of soil results, and what is read in them. */
export const soilApi = defineArea({
  name: 'soil',
  title: 'Soil sampling',
  letter: 'S',
  description:
    'Zips of soil results become samples with values in one unit for each analyte, as GeoJSON, as a hierarchical model, and as rows of the table `soilSamples`. Formats are recognised by content. Reading is asynchronous: poll the batch, or register a webhook for its end.',
  base: soilBase,
  endpoints: { ...batchEndpoints, ...resultEndpoints },
});
