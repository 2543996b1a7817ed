import type { SeenAsset } from '../../../../domain/assets/asset.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { existingOperation } from '../existing.ts';
import { assetIds } from '../files/show.ts';
import type { OperationsServices } from '../services.ts';

type Operations = typeof operationsApi.operations;

export const getOperationMachines: Handler<Operations['getOperationMachines'], OperationsServices> = async (
  { params, owner },
  services,
) => {
  const { machines } = assetIds(await assetsOf(owner.id, params.operationId, services));
  return { status: 200, body: { machines } };
};

export const getOperationImplements: Handler<Operations['getOperationImplements'], OperationsServices> = async (
  { params, owner },
  services,
) => {
  const { implements: found } = assetIds(await assetsOf(owner.id, params.operationId, services));
  return { status: 200, body: { implements: found } };
};

export const getOperationOperators: Handler<Operations['getOperationOperators'], OperationsServices> = async (
  { params, owner },
  services,
) => {
  const { operators } = assetIds(await assetsOf(owner.id, params.operationId, services));
  return { status: 200, body: { operators } };
};

export const getOperationSessions: Handler<Operations['getOperationSessions'], OperationsServices> = async (
  { params, owner },
  services,
) => {
  const { sessions = [] } = await existingOperation(owner.id, params.operationId, services);
  return { status: 200, body: sessions };
};

/** Machines, implements and operators of all files of an operation. */
async function assetsOf(ownerId: string, operationId: string, services: OperationsServices): Promise<SeenAsset[]> {
  const { files } = await existingOperation(ownerId, operationId, services);
  return (await services.machineFiles.many(ownerId, files)).flatMap(({ assets = [] }) => assets);
}
