import * as z from 'zod';
import { limitText } from '../../../../domain/limits.ts';
import { analyteParameter } from '../../../../domain/soil/analyte-parameter.ts';
import { canonicalSoilSchema } from '../../../../domain/soil/outputs/canonical.ts';
import { soilGeojsonSchema } from '../../../../domain/soil/outputs/standard-geojson.ts';
import { downloadResponses } from '../../../http/body/download.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { idInPath } from '../../../http/parameters.ts';
import { entryInPath } from '../existing.ts';

const entryPath = z.object({
  id: idInPath.describe('Id of the batch.'),
  entryId: idInPath.describe('Id of the entry, as the batch has it.'),
});
const conflict = 'The zip is still being processed, or could not be read.';

/** The answers of a download whose file has a schema, which the document shows with the redirect. */
const redirectTo = <Schema extends z.ZodType>(describes: Schema) => ({
  200: downloadResponses[200],
  303: { description: `${downloadResponses[303].description} The schema is that of the file.`, describes },
});

/** What was read in one zip of a batch. */
export const resultEndpoints = defineEndpoints({
  downloadSoilGeojson: {
    method: 'GET',
    path: '/soil/batch/{id}/results/{entryId}/standard.geojson',
    summary: 'Download the samples of a zip as GeoJSON',
    description:
      'A flat FeatureCollection with a feature for each sample and depth. Its geometry is a point, a polygon, or null where no file says where the sample was taken. Properties: `sampleId`, `fieldName`, `sampleDate`, `depthTop`, `depthBottom`, `depthUnit`, `labName`; then for each analyte `<code>` with `<code>Unit`, `<code>Method` and `<code>Qualifier` (`<` or `>`). A sample with several results for an analyte has `<code>_<method>` instead, and a number behind it where two have the same method. A value that is text, or whose unit cannot be converted, is a string as in the file.',
    access: 'owner',
    addition: true,
    conflict,
    params: entryPath,
    exists: { entry: entryInPath },
    responses: redirectTo(soilGeojsonSchema),
  },
  downloadSoilCanonical: {
    method: 'GET',
    path: '/soil/batch/{id}/results/{entryId}/canonical.json',
    summary: 'Download the samples of a zip as a hierarchical model',
    description:
      'All of the results, warnings included, in one schema for every format. What the file says of a result stands unchanged in `original`.',
    access: 'owner',
    addition: true,
    conflict,
    params: entryPath,
    exists: { entry: entryInPath },
    responses: redirectTo(canonicalSoilSchema),
  },
  drawSoilMap: {
    method: 'GET',
    path: '/soil/batch/{id}/results/{entryId}/map.svg',
    summary: 'Draw the samples of a zip on a map',
    description: `The values of one analyte as SVG, in seven classes with a legend. A map shows one method and depth, namely those with the most values; it says how many values it leaves out. At most ${limitText.shownSamples} samples.`,
    access: 'owner',
    addition: true,
    conflict,
    params: entryPath,
    exists: { entry: entryInPath },
    query: z.strictObject({
      analyte: analyteParameter
        .optional()
        .describe('The code of the analyte, such as `P`; by default the first that has a number and a place.'),
    }),
    responses: { 200: { description: 'The map.', contentType: 'image/svg+xml' } },
  },
  downloadSoilRaw: {
    method: 'GET',
    path: '/soil/batch/{id}/results/{entryId}/raw',
    summary: 'Download a zip of soil results as it was sent',
    access: 'owner',
    addition: true,
    params: entryPath,
    exists: { entry: entryInPath },
    responses: downloadResponses,
  },
});
