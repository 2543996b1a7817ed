import { operationKey } from '../../../../domain/files/object-keys.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import type { Handlers, RequestContext } from '../../../http/exchange.ts';
import { operationsApi } from '../api.ts';
import { imageAnswer, listAnswer, mapsAnswer, shownImage, shownRampImage } from '../images/answers.ts';
import { drawnOperation } from '../images/made-images.ts';
import type { OperationsServices } from '../services.ts';
import type { workImageEndpoints } from './image-endpoints.ts';

export const workImageHandlers: Handlers<typeof workImageEndpoints, OperationsServices> = {
  getOperationImages({ found: { operation }, query: { deviation }, owner, request }, services) {
    const address = addressOf(request, operation.id, 'imagesV2');
    const drawn = drawnOperation(owner.id, operation);
    return mapsAnswer(drawn, deviation, (image) => shownImage(image, address), services);
  },

  getOperationRampImages({ found: { operation }, query: { deviation }, owner, request }, services) {
    const address = addressOf(request, operation.id, 'images');
    const drawn = drawnOperation(owner.id, operation);
    return mapsAnswer(drawn, deviation, (image) => shownRampImage(image, address), services);
  },

  getOperationGeoTiffImages({ found: { operation }, owner, request }, services) {
    const address = addressOf(request, operation.id, 'geotiffImages');
    return listAnswer(
      drawnOperation(owner.id, operation),
      ({ geoTiff }) => geoTiff === true,
      ({ property }) => ({ property, url: `${address}/${property}.tif`, downloadUrl: `${address}/${property}.tif` }),
      services,
    );
  },

  downloadOperationImage({ params: { image }, found, owner, request }, services) {
    return operationImage(request, { ownerId: owner.id, image, ...found }, services);
  },

  downloadOperationRampImage({ params: { image }, found, owner, request }, services) {
    return operationImage(request, { ownerId: owner.id, image, ...found }, services);
  },

  downloadOperationGeoTiff({ params: { geoTiff: image }, found, owner, request }, services) {
    return operationImage(request, { ownerId: owner.id, image, ...found }, services);
  },
};

/** The path of the images of an operation. */
function addressOf(request: RequestContext, operationId: string, kind: string): string {
  return `${request.base}${operationsApi.base}/operations/${operationId}/${kind}`;
}

function operationImage(
  request: RequestContext,
  { ownerId, operation, image }: { ownerId: string; operation: Operation; image: string },
  services: OperationsServices,
) {
  const keyOf = (name: string) => operationKey(ownerId, operation.svcUserId, operation.id, name);
  return imageAnswer(request, drawnOperation(ownerId, operation), image, keyOf, services);
}
