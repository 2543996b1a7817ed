import { machineFileKey } from '../../../../domain/files/object-keys.ts';
import { existingFile } from '../../../../domain/machine-files/existing-file.ts';
import { ramp } from '../../../../domain/machine-files/image.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { imageAnswer, listAnswer, shownImage } from '../images/answers.ts';
import { drawnFile } from '../images/made-images.ts';
import type { OperationsServices } from '../services.ts';
import { filePath } from './show.ts';

type Operations = typeof operationsApi.operations;

export const getFileImages: Handler<Operations['getFileImages'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const file = await existingFile(owner.id, params.fileId, services);
  const address = `${request.base}${filePath(file.id)}/images`;
  return listAnswer(
    drawnFile(owner.id, file),
    () => true,
    (image) => ({ ...shownImage(image, address), ramp }),
    services,
  );
};

export const downloadFileImage: Handler<Operations['downloadFileImage'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const file = await existingFile(owner.id, params.fileId, services);
  const keyOf = (name: string) => machineFileKey(owner.id, file.svcUserId, file.id, name);
  return imageAnswer(request, drawnFile(owner.id, file), params.image, keyOf, services);
};
