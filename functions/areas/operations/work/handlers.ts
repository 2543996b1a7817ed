import { notFound } from '../../../../domain/errors.ts';
import { operationKey } from '../../../../domain/files/object-keys.ts';
import { isOnDemand, keyOfOutput } from '../../../../domain/machine-files/output-on-demand.ts';
import { countedFiles } from '../../../../domain/operations/counted-files.ts';
import { type Operation, operationArtefacts } from '../../../../domain/operations/operation.ts';
import { downloadAnswer } from '../../../http/body/download.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { createCombinedFile } from '../files/combined-file.ts';
import { assetIds, shownFile } from '../files/show.ts';
import type { OperationsServices } from '../services.ts';
import type { workEndpoints } from './endpoints.ts';
import { listFieldOperations } from './list-operations.ts';
import { operationLink, shownOperation } from './show.ts';

export const workHandlers: Handlers<typeof workEndpoints, OperationsServices> = {
  listFieldOperations,

  async getFieldOperation({ found, owner }) {
    return { status: 200, body: shownOperation(owner.username, found.operation) };
  },

  async getOperationSummary({ found }) {
    return { status: 200, body: found.operation.summary };
  },

  async getOperationUnits({ found }) {
    return { status: 200, body: found.operation.units };
  },

  async getOperationFiles({ found, owner, request }, { machineFiles }) {
    const files = await machineFiles.many(owner.id, found.operation.files);
    return { status: 200, body: files.map((file) => shownFile(request, owner.username, file)) };
  },

  async getOperationMachines({ found, owner }, services) {
    const { machines } = await assetsOf(owner.id, found.operation, services);
    return { status: 200, body: { machines } };
  },

  async getOperationImplements({ found, owner }, services) {
    const assets = await assetsOf(owner.id, found.operation, services);
    return { status: 200, body: { implements: assets.implements } };
  },

  async getOperationOperators({ found, owner }, services) {
    const { operators } = await assetsOf(owner.id, found.operation, services);
    return { status: 200, body: { operators } };
  },

  async getOperationSessions({ found }) {
    return { status: 200, body: found.operation.sessions ?? [] };
  },

  async getOperationStandardGeojson({ found, request }) {
    const standardGeojson = operationLink(request, found.operation, 'standardGeojson');
    return { status: 200, body: { standardGeojson, downloadStandardGeojson: standardGeojson } };
  },

  async getOperationStandardGeoparquet({ found, request }) {
    const downloadStandardGeoparquet = operationLink(request, found.operation, 'standardGeoparquet');
    return { status: 200, body: { downloadStandardGeoparquet } };
  },

  async getOperationFilteredGeojson({ found, request }) {
    const filteredGeojson = operationLink(request, found.operation, 'filteredGeojson');
    return { status: 200, body: { filteredGeojson, downloadFilteredGeojson: filteredGeojson } };
  },

  async getOperationFilteredGeoparquet({ found, request }) {
    const downloadFilteredGeoparquet = operationLink(request, found.operation, 'filteredGeoparquet');
    return { status: 200, body: { downloadFilteredGeoparquet } };
  },

  /** The points of an operation that lie in its fields become a file of their own; the operation stays. */
  cropOperationByField({ found, owner, once }, services) {
    const { id, type, fields } = found.operation;
    return once<string>(
      async (commit) => {
        const sources = await services.machineFiles.many(owner.id, countedFiles(found.operation));
        const cropFields = fields.map((field) => field.id);
        const members = { origin: 'automerged', fileName: `${type}, cropped`, cropFields } as const;
        return createCombinedFile(owner.id, sources, members, commit, services);
      },
      async (svcFileId) => {
        await services.queue.send({ step: 'process', ownerId: owner.id, fileId: svcFileId });
        const message =
          'The points in the fields of the operation are being written to a file, which is ready when its status is processed.';
        return { status: 200, body: { id, message, svcFileId } };
      },
    );
  },

  async reprocessOperation({ found, owner }, { queue }) {
    const { id, svcUserId } = found.operation;
    await queue.send({ step: 'group', ownerId: owner.id, svcUserId, again: id });
    return { status: 202 };
  },

  /** Fields that are not there have no operations. A second message has the same operations made again, like one that SQS delivers twice. */
  reprocessOperations: ({ body: { svcUserId, fieldIds }, owner, once }, { queue }) =>
    once.repeatable(async () => {
      const named = fieldIds && { fieldIds: [...new Set(fieldIds)] };
      await queue.send({ step: 'reprocessOperations', ownerId: owner.id, svcUserId, ...named });
      return { status: 202 };
    }),

  async downloadOperationArtefact({ params: { operationArtefact }, found, owner, request }, services) {
    const { id, svcUserId, type, artefacts, updatedTime: version } = found.operation;
    if (!artefacts.includes(operationArtefact)) throw notFound('artefact', operationArtefact);
    const { file } = operationArtefacts[operationArtefact];
    const subject = { ownerId: owner.id, svcUserId, kind: 'operation', id, version } as const;
    const key = isOnDemand('operation', operationArtefact)
      ? await keyOfOutput(subject, operationArtefact, { file }, services)
      : operationKey(owner.id, svcUserId, id, file);
    return downloadAnswer(request, await services.downloads.address(key, `${type}-${file}`));
  },
};

/** The ids of the machines, implements and operators of all files of an operation. */
async function assetsOf(ownerId: string, { files }: Operation, { machineFiles }: OperationsServices) {
  return assetIds((await machineFiles.many(ownerId, files)).flatMap(({ assets = [] }) => assets));
}
