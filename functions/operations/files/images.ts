import { notFound } from '../../../domain/errors.ts';
import { imageName, machineFileKey } from '../../../domain/files/object-keys.ts';
import { existingFile } from '../../../domain/machine-files/existing-file.ts';
import { ramp } from '../../../domain/machine-files/image.ts';
import { downloadAnswer } from '../../http/download.ts';
import type { Handler } from '../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { propertyOf } from '../image-in-path.ts';
import type { OperationsServices } from '../services.ts';
import { filePath } from './show.ts';

type Operations = typeof operationsApi.operations;

export const getFileImages: Handler<Operations['getFileImages'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, images = [] } = await existingFile(owner.id, params.fileId, services);
  const body = images.map(({ property }) => {
    const url = `${request.base}${filePath(id)}/images/${property}.png`;
    return { property, ramp, url, downloadUrl: url };
  });
  return { status: 200, body };
};

export const downloadFileImage: Handler<Operations['downloadFileImage'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, svcUserId, images = [] } = await existingFile(owner.id, params.fileId, services);
  if (!images.some(({ property }) => property === propertyOf(params.image))) throw notFound('image', params.image);
  const key = machineFileKey(owner.id, svcUserId, id, imageName(params.image));
  return downloadAnswer(request, await services.downloads.address(key, params.image));
};
