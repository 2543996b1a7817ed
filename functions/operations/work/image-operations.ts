import * as z from 'zod';
import { extentSchema } from '../../../domain/machine-files/image.ts';
import { downloadResponses } from '../../http/download.ts';
import { defineOperations } from '../../http/operation.ts';
import { geoTiffInPath, imageInPath } from '../image-in-path.ts';
import { geoTiffImageSchema, rampImageSchema } from '../image-schemas.ts';
import { operationPath } from './operation-path.ts';

/** The images of field operations. */
export const workImageOperations = defineOperations({
  getOperationImages: {
    method: 'GET',
    path: '/operations/{operationId}/imagesV2',
    summary: 'Get the images of a field operation',
    description:
      'One of each property that the settings operationsImageCreation and operationsImageAttributeCreation ask for, drawn from the filtered points where there are any. Where an image lies is also said at its address followed by `.aux.xml`.',
    access: 'owner',
    addition: true,
    params: operationPath,
    responses: {
      200: {
        description: 'The images; none is an empty list.',
        schema: z.array(
          z
            .object({
              property: z.string(),
              legend: z.object({
                ranges: z.array(z.object({ colorCode: z.string(), min: z.number(), max: z.number() })),
              }),
              extent: extentSchema,
              url: z.url(),
              downloadUrl: z.url().describe('Needs the bearer token.'),
            })
            .meta({ id: 'OperationImage' }),
        ),
      },
    },
  },
  downloadOperationImage: {
    method: 'GET',
    path: '/operations/{operationId}/imagesV2/{image}',
    summary: 'Download an image of a field operation, or where it lies',
    access: 'owner',
    addition: true,
    params: operationPath.extend({ image: imageInPath }),
    responses: downloadResponses,
  },
  getOperationRampImages: {
    method: 'GET',
    path: '/operations/{operationId}/images',
    summary: 'Get the images of a field operation in colours that run through the values',
    description:
      'The same images as `/imagesV2`, which are easier to tell apart where few values are far from the rest.',
    access: 'owner',
    addition: true,
    params: operationPath,
    responses: { 200: { description: 'The images; none is an empty list.', schema: z.array(rampImageSchema) } },
  },
  downloadOperationRampImage: {
    method: 'GET',
    path: '/operations/{operationId}/images/{image}',
    summary: 'Download an image of a field operation in colours that run through the values, or where it lies',
    access: 'owner',
    addition: true,
    params: operationPath.extend({ image: imageInPath }),
    responses: downloadResponses,
  },
  getOperationGeoTiffImages: {
    method: 'GET',
    path: '/operations/{operationId}/geotiffImages',
    summary: 'Get the numbers behind the images of a field operation as GeoTIFF',
    description:
      'One band of numbers in the units of the operation, degrees on WGS 84, NaN where there is no value. Only of operations that were made while the setting operationsImageAsGeoTiff was on.',
    access: 'owner',
    addition: true,
    params: operationPath,
    responses: { 200: { description: 'The images; none is an empty list.', schema: z.array(geoTiffImageSchema) } },
  },
  downloadOperationGeoTiff: {
    method: 'GET',
    path: '/operations/{operationId}/geotiffImages/{geoTiff}',
    summary: 'Download the numbers behind an image of a field operation',
    access: 'owner',
    addition: true,
    params: operationPath.extend({ geoTiff: geoTiffInPath }),
    responses: downloadResponses,
  },
});
