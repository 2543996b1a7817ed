import * as z from 'zod';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { operationInPath } from '../existing.ts';
import { geoTiffInPath, imageInPath } from '../images/in-path.ts';
import { imageConflict, imageDownloadResponses, whileMade } from '../images/responses.ts';
import { geoTiffImageSchema, mapImageSchema, rampImageSchema } from '../images/schemas.ts';
import { operationPath } from './operation-path.ts';

const ofOperation = {
  access: 'owner',
  addition: true,
  params: operationPath,
  exists: { operation: operationInPath },
} as const;

/** The images of field operations. */
export const workImageEndpoints = defineEndpoints({
  getOperationImages: {
    method: 'GET',
    path: '/operations/{operationId}/imagesV2',
    summary: 'Get the images of a field operation',
    description:
      'One of each property that the settings operationsImageCreation and operationsImageAttributeCreation ask for; of every property where these have made none, which are drawn when they are asked for first. They show the filtered points where there are any. Where an image lies is also said at its address followed by `.aux.xml`.',
    ...ofOperation,
    conflict: imageConflict,
    responses: { 200: { description: 'The images.', schema: z.array(mapImageSchema) }, ...whileMade },
  },
  downloadOperationImage: {
    method: 'GET',
    path: '/operations/{operationId}/imagesV2/{image}',
    summary: 'Download an image of a field operation, or where it lies',
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
    conflict: imageConflict,
    responses: { 200: { description: 'The images.', schema: z.array(rampImageSchema) }, ...whileMade },
  },
  downloadOperationRampImage: {
    method: 'GET',
    path: '/operations/{operationId}/images/{image}',
    summary: 'Download an image of a field operation under its earlier address, or where it lies',
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
    summary: 'Get the numbers behind the images of a field operation as GeoTIFF',
    description:
      'One band of numbers in the units of the operation, degrees on WGS 84, NaN where there is no value. Where the setting operationsImageAsGeoTiff was not on when the operation was made, they are made when they are asked for first.',
    ...ofOperation,
    conflict: imageConflict,
    responses: { 200: { description: 'The images.', schema: z.array(geoTiffImageSchema) }, ...whileMade },
  },
  downloadOperationGeoTiff: {
    method: 'GET',
    path: '/operations/{operationId}/geotiffImages/{geoTiff}',
    summary: 'Download the numbers behind an image of a field operation',
    access: 'owner',
    addition: true,
    params: operationPath.extend({ geoTiff: geoTiffInPath }),
    exists: { operation: operationInPath },
    conflict: imageConflict,
    responses: imageDownloadResponses,
  },
});
