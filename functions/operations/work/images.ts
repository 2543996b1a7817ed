import { notFound } from '../../../domain/errors.ts';
import { imageName, operationKey } from '../../../domain/files/object-keys.ts';
import { legendColours } from '../../../domain/machine-files/image.ts';
import { downloadAnswer } from '../../http/download.ts';
import type { Handler } from '../../http/exchange.ts';
import { operationsApi } from '../api.ts';
import { existingOperation } from '../existing.ts';
import { propertyOf } from '../image-in-path.ts';
import type { OperationsServices } from '../services.ts';

type Operations = typeof operationsApi.operations;

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
    const url = `${request.base}${operationsApi.base}/operations/${id}/imagesV2/${property}.png`;
    return { property, legend: { ranges }, extent, url, downloadUrl: url };
  });
  return { status: 200, body };
};

export const downloadOperationImage: Handler<Operations['downloadOperationImage'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, svcUserId, images } = await existingOperation(owner.id, params.operationId, services);
  if (!images.some(({ property }) => property === propertyOf(params.image))) throw notFound('image', params.image);
  const key = operationKey(owner.id, svcUserId, id, imageName(params.image));
  return downloadAnswer(request, await services.downloads.address(key, params.image));
};
