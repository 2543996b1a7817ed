import { notFound } from '../../../domain/errors.ts';
import { imageName, operationKey } from '../../../domain/files/object-keys.ts';
import { legendColours, ramp, rampFolder } from '../../../domain/machine-files/image.ts';
import { downloadAnswer } from '../../http/download.ts';
import type { Handler, RequestContext } from '../../http/exchange.ts';
import { operationsApi } from '../api.ts';
import { existingOperation } from '../existing.ts';
import { propertyOf } from '../image-in-path.ts';
import type { OperationsServices } from '../services.ts';

type Operations = typeof operationsApi.operations;

/** Where an image of an operation is. */
function imageAddress(request: RequestContext, operationId: string, kind: string, image: string) {
  const url = `${request.base}${operationsApi.base}/operations/${operationId}/${kind}/${image}`;
  return { url, downloadUrl: url };
}

export const getOperationImages: Handler<Operations['getOperationImages'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, images } = await existingOperation(owner.id, params.operationId, services);
  const body = images.map(({ property, extent, bounds = [] }) => {
    const ranges = legendColours.map((colorCode, index) => ({
      colorCode,
      min: bounds[index] ?? 0,
      max: bounds[index + 1] ?? 0,
    }));
    return { property, legend: { ranges }, extent, ...imageAddress(request, id, 'imagesV2', `${property}.png`) };
  });
  return { status: 200, body };
};

export const getOperationRampImages: Handler<Operations['getOperationRampImages'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, images } = await existingOperation(owner.id, params.operationId, services);
  const body = images.map(({ property }) => ({
    property,
    ramp,
    ...imageAddress(request, id, 'images', `${property}.png`),
  }));
  return { status: 200, body };
};

export const getOperationGeoTiffImages: Handler<Operations['getOperationGeoTiffImages'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, images } = await existingOperation(owner.id, params.operationId, services);
  const body = images
    .filter(({ geoTiff }) => geoTiff)
    .map(({ property }) => ({ property, ...imageAddress(request, id, 'geotiffImages', `${property}.tif`) }));
  return { status: 200, body };
};

export const downloadOperationImage: Handler<Operations['downloadOperationImage'], OperationsServices> = (
  { params, owner, request },
  services,
) => imageAnswer(request, { ownerId: owner.id, ...params, folder: '' }, services);

export const downloadOperationRampImage: Handler<Operations['downloadOperationRampImage'], OperationsServices> = (
  { params, owner, request },
  services,
) => imageAnswer(request, { ownerId: owner.id, ...params, folder: rampFolder }, services);

export const downloadOperationGeoTiff: Handler<Operations['downloadOperationGeoTiff'], OperationsServices> = (
  { params: { operationId, geoTiff: image }, owner, request },
  services,
) => imageAnswer(request, { ownerId: owner.id, operationId, image, folder: '' }, services);

interface WantedImage {
  ownerId: string;
  operationId: string;
  image: string;
  folder: string;
}

async function imageAnswer(
  request: RequestContext,
  { ownerId, operationId, image, folder }: WantedImage,
  services: OperationsServices,
) {
  const { id, svcUserId, images } = await existingOperation(ownerId, operationId, services);
  const drawn = images.find(({ property }) => property === propertyOf(image));
  if (!drawn || (image.endsWith('.tif') && !drawn.geoTiff)) throw notFound('image', image);
  const key = operationKey(ownerId, svcUserId, id, imageName(folder + image));
  return downloadAnswer(request, await services.downloads.address(key, image));
}
