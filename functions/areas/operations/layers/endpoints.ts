import * as z from 'zod';
import { limitText } from '../../../../domain/limits.ts';
import { pointLayerType } from '../../../../domain/machine-files/points/point-layer.ts';
import { type PointPropertyName, pointProperties } from '../../../../domain/machine-files/points/point-properties.ts';
import { nearest } from '../../../../sql/nearest.ts';
import { downloadResponses } from '../../../http/body/download.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { fileInPath } from '../existing.ts';
import { filePath } from '../files/endpoints.ts';
import { ofOperation, operationPath } from '../work/endpoints.ts';

const properties = Object.keys(pointProperties) as [PointPropertyName, ...PointPropertyName[]];

const propertyInPath = z
  .enum(properties, {
    error: ({ input }) => {
      const meant = nearest(String(input), properties);
      return `there is no such property${meant === undefined ? '' : `, did you mean ${meant}`}; there are ${properties.join(', ')}`;
    },
  })
  .describe('The property of the points, as the list of layers has it.');

const layersSchema = z.array(
  z
    .object({
      property: z.string().describe('The property of the points.'),
      unit: z.string().optional().describe('As in `units`; absent where values stand for texts or are indexes.'),
      url: z.url().describe('The layer. Needs the bearer token.'),
      downloadUrl: z.url().describe('Needs the bearer token.'),
    })
    .meta({ id: 'PointLayer' }),
);

const description = `Positions and one property of all points in a compact binary form (\`${pointLayerType}\`, gzip), made on the first request: a layer of 40,000 points has some 100 kB. Points that the cleanup rules of the settings take for abnormal work are in it and say so. A layer has at most ${limitText.layerPoints} points; of more, every second, third and so on, and its header says of how many. The layout is described in \`docs/point-layers.md\`.`;
const listed = { 200: { description: 'The layers.', schema: layersSchema } } as const;
/** The page on which growers upload draws what it got; operations belong to the owner alone. */
const ofFile = {
  access: 'ownerOrApiKey',
  links: ['FILEUPLOAD'],
  addition: true,
  params: filePath,
  exists: { file: fileInPath },
} as const;

/** The points of files and operations as screens draw them. */
export const layerEndpoints = defineEndpoints({
  getFilePointLayers: {
    method: 'GET',
    path: '/files/{fileId}/pointLayers',
    summary: 'List the point layers of a machine file',
    description: 'One for each property that its points can have; an empty list for a file without points.',
    ...ofFile,
    responses: listed,
  },
  downloadFilePointLayer: {
    method: 'GET',
    path: '/files/{fileId}/pointLayers/{property}',
    summary: 'Download a point layer of a machine file',
    description,
    ...ofFile,
    params: filePath.extend({ property: propertyInPath }),
    responses: downloadResponses,
  },
  getOperationPointLayers: {
    method: 'GET',
    path: '/operations/{operationId}/pointLayers',
    summary: 'List the point layers of a field operation',
    description: 'One for each property that its points can have.',
    ...ofOperation,
    responses: listed,
  },
  downloadOperationPointLayer: {
    method: 'GET',
    path: '/operations/{operationId}/pointLayers/{property}',
    summary: 'Download a point layer of a field operation',
    description,
    ...ofOperation,
    params: operationPath.extend({ property: propertyInPath }),
    responses: downloadResponses,
  },
});
