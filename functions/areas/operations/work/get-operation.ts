import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { existingOperation } from '../existing.ts';
import { shownFile } from '../files/show.ts';
import type { OperationsServices } from '../services.ts';
import { operationLink, shownOperation } from './show.ts';

type Operations = typeof operationsApi.operations;

export const getFieldOperation: Handler<Operations['getFieldOperation'], OperationsServices> = async (
  { params, owner },
  services,
) => {
  const operation = await existingOperation(owner.id, params.operationId, services);
  return { status: 200, body: shownOperation(owner.username, operation) };
};

export const getOperationSummary: Handler<Operations['getOperationSummary'], OperationsServices> = async (
  { params, owner },
  services,
) => ({ status: 200, body: (await existingOperation(owner.id, params.operationId, services)).summary });

export const getOperationUnits: Handler<Operations['getOperationUnits'], OperationsServices> = async (
  { params, owner },
  services,
) => ({ status: 200, body: (await existingOperation(owner.id, params.operationId, services)).units });

export const getOperationFiles: Handler<Operations['getOperationFiles'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { files } = await existingOperation(owner.id, params.operationId, services);
  const found = await services.machineFiles.many(owner.id, files);
  return { status: 200, body: found.map((file) => shownFile(request, owner.username, file)) };
};

export const getOperationStandardGeojson: Handler<
  Operations['getOperationStandardGeojson'],
  OperationsServices
> = async ({ params, owner, request }, services) => {
  const operation = await existingOperation(owner.id, params.operationId, services);
  const standardGeojson = operationLink(request, operation, 'standardGeojson');
  return { status: 200, body: { standardGeojson, downloadStandardGeojson: standardGeojson } };
};

export const getOperationStandardGeoparquet: Handler<
  Operations['getOperationStandardGeoparquet'],
  OperationsServices
> = async ({ params, owner, request }, services) => {
  const operation = await existingOperation(owner.id, params.operationId, services);
  return {
    status: 200,
    body: { downloadStandardGeoparquet: operationLink(request, operation, 'standardGeoparquet') },
  };
};

export const getOperationFilteredGeojson: Handler<
  Operations['getOperationFilteredGeojson'],
  OperationsServices
> = async ({ params, owner, request }, services) => {
  const operation = await existingOperation(owner.id, params.operationId, services);
  const filteredGeojson = operationLink(request, operation, 'filteredGeojson');
  return { status: 200, body: { filteredGeojson, downloadFilteredGeojson: filteredGeojson } };
};

export const getOperationFilteredGeoparquet: Handler<
  Operations['getOperationFilteredGeoparquet'],
  OperationsServices
> = async ({ params, owner, request }, services) => {
  const operation = await existingOperation(owner.id, params.operationId, services);
  return {
    status: 200,
    body: { downloadFilteredGeoparquet: operationLink(request, operation, 'filteredGeoparquet') },
  };
};
