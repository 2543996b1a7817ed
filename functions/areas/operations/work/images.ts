import { operationKey } from '../../../../domain/files/object-keys.ts';
import { ramp } from '../../../../domain/machine-files/image.ts';
import type { Handler, RequestContext } from '../../../http/exchange.ts';
import { operationsApi } from '../api.ts';
import { existingOperation } from '../existing.ts';
import { imageAnswer, listAnswer, shownImage } from '../images/answers.ts';
import { drawnOperation } from '../images/made-images.ts';
import type { OperationsServices } from '../services.ts';

type Operations = typeof operationsApi.operations;

/** Where the images of an operation are. */
function addressOf(request: RequestContext, operationId: string, kind: string): string {
  return `${request.base}${operationsApi.base}/operations/${operationId}/${kind}`;
}

export const getOperationImages: Handler<Operations['getOperationImages'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const operation = await existingOperation(owner.id, params.operationId, services);
  const address = addressOf(request, operation.id, 'imagesV2');
  return listAnswer(
    drawnOperation(owner.id, operation),
    () => true,
    (image) => shownImage(image, address),
    services,
  );
};

export const getOperationRampImages: Handler<Operations['getOperationRampImages'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const operation = await existingOperation(owner.id, params.operationId, services);
  const address = addressOf(request, operation.id, 'images');
  return listAnswer(
    drawnOperation(owner.id, operation),
    () => true,
    (image) => ({ ...shownImage(image, address), ramp }),
    services,
  );
};

export const getOperationGeoTiffImages: Handler<Operations['getOperationGeoTiffImages'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const operation = await existingOperation(owner.id, params.operationId, services);
  const address = addressOf(request, operation.id, 'geotiffImages');
  return listAnswer(
    drawnOperation(owner.id, operation),
    ({ geoTiff }) => geoTiff === true,
    ({ property }) => ({ property, url: `${address}/${property}.tif`, downloadUrl: `${address}/${property}.tif` }),
    services,
  );
};

export const downloadOperationImage: Handler<Operations['downloadOperationImage'], OperationsServices> = (
  { params, owner, request },
  services,
) => operationImage(request, { ownerId: owner.id, ...params }, services);

export const downloadOperationRampImage: Handler<Operations['downloadOperationRampImage'], OperationsServices> = (
  { params, owner, request },
  services,
) => operationImage(request, { ownerId: owner.id, ...params }, services);

export const downloadOperationGeoTiff: Handler<Operations['downloadOperationGeoTiff'], OperationsServices> = (
  { params: { operationId, geoTiff: image }, owner, request },
  services,
) => operationImage(request, { ownerId: owner.id, operationId, image }, services);

async function operationImage(
  request: RequestContext,
  { ownerId, operationId, image }: { ownerId: string; operationId: string; image: string },
  services: OperationsServices,
) {
  const operation = await existingOperation(ownerId, operationId, services);
  const keyOf = (name: string) => operationKey(ownerId, operation.svcUserId, operation.id, name);
  return imageAnswer(request, drawnOperation(ownerId, operation), image, keyOf, services);
}
