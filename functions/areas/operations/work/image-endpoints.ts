import * as z from 'zod';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { operationInPath } from '../existing.ts';
import { deviationInQuery, geoTiffInPath, imageInPath } from '../images/in-path.ts';
import { imageConflict, imageDownloadResponses, whileMade } from '../images/responses.ts';
import { geoTiffImageSchema, mapImageSchema, rampImageSchema } from '../images/schemas.ts';
import { ofOperation, operationPath } from './endpoints.ts';

/** The images of field operations. */
export const workImageEndpoints = defineEndpoints({
  getOperationImages: {
    method: 'GET',
    path: '/operations/{operationId}/imagesV2',
    summary: 'Get the images of a field operation',
    description:
      'One image for each property that the settings operationsImageCreation and operationsImageAttributeCreation select. If these settings produced no images, every property has one, drawn on the first request. Images show the filtered points if there are any. The URL of an image followed by `.aux.xml` returns its georeference.',
    ...ofOperation,
    query: z.strictObject({ deviation: deviationInQuery }),
    conflict: imageConflict,
    responses: { 200: { description: 'The images.', schema: z.array(mapImageSchema) }, ...whileMade },
  },
  downloadOperationImage: {
    method: 'GET',
    path: '/operations/{operationId}/imagesV2/{image}',
    summary: 'Download an image of a field operation, or its georeference',
    access: 'owner',
    addition: true,
    params: operationPath.extend({ image: imageInPath }),
    exists: { operation: operationInPath },
    conflict: imageConflict,
    responses: imageDownloadResponses,
  },
  getOperationRampImages: {
    method: 'GET',
    path: '/operations/{operationId}/images',
    summary: 'Get the images of a field operation, with the colours of all images',
    description: 'The same images as `/imagesV2`.',
    ...ofOperation,
    query: z.strictObject({ deviation: deviationInQuery }),
    conflict: imageConflict,
    responses: { 200: { description: 'The images.', schema: z.array(rampImageSchema) }, ...whileMade },
  },
  downloadOperationRampImage: {
    method: 'GET',
    path: '/operations/{operationId}/images/{image}',
    summary: 'Download an image of a field operation at its former URL, or its georeference',
    access: 'owner',
    addition: true,
    params: operationPath.extend({ image: imageInPath }),
    exists: { operation: operationInPath },
    conflict: imageConflict,
    responses: imageDownloadResponses,
  },
  getOperationGeoTiffImages: {
    method: 'GET',
    path: '/operations/{operationId}/geotiffImages',
    summary: 'Get the values behind the images of a field operation as GeoTIFF',
    description:
      'Each file has one band of values in the units of the operation, in degrees on WGS 84, with NaN for no value. If the setting operationsImageAsGeoTiff was off when the operation was made, the files are made on the first request.',
    ...ofOperation,
    conflict: imageConflict,
    responses: { 200: { description: 'The images.', schema: z.array(geoTiffImageSchema) }, ...whileMade },
  },
  downloadOperationGeoTiff: {
    method: 'GET',
    path: '/operations/{operationId}/geotiffImages/{geoTiff}',
    summary: 'Download the values behind an image of a field operation',
    access: 'owner',
    addition: true,
    params: operationPath.extend({ geoTiff: geoTiffInPath }),
    exists: { operation: operationInPath },
    conflict: imageConflict,
    responses: imageDownloadResponses,
  },
});
