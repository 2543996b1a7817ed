import { notFound } from '../../../../domain/errors.ts';
import { machineFileKey } from '../../../../domain/files/object-keys.ts';
import { artefacts } from '../../../../domain/machine-files/artefact.ts';
import { existingFile } from '../../../../domain/machine-files/existing-file.ts';
import { downloadAnswer } from '../../../http/download.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';

export const downloadArtefact: Handler<typeof operationsApi.operations.downloadArtefact, OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const file = await existingFile(owner.id, params.fileId, services);
  if (!file.artefacts.includes(params.artefact)) throw notFound('artefact', params.artefact);
  const { file: name } = artefacts[params.artefact];
  const key = machineFileKey(owner.id, file.svcUserId, file.id, name);
  const stem = file.fileName.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  return downloadAnswer(request, await services.downloads.address(key, `${stem}-${name}`));
};
