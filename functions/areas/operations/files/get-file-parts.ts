import { existingFile } from '../../../../domain/machine-files/existing-file.ts';
import { missingOutput, presentOutput } from '../../../../domain/machine-files/missing-output.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';
import { artefactAddress, outsideField } from './show.ts';

type Operations = typeof operationsApi.operations;

export const getFileSummary: Handler<Operations['getFileSummary'], OperationsServices> = async (
  { params, owner },
  services,
) => {
  const { summary } = await existingFile(owner.id, params.fileId, services);
  return { status: 200, body: presentOutput('summary', summary) };
};

export const getFileUnits: Handler<Operations['getFileUnits'], OperationsServices> = async (
  { params, owner },
  services,
) => {
  const { units } = await existingFile(owner.id, params.fileId, services);
  return { status: 200, body: presentOutput('units', units) };
};

export const getFileStatus: Handler<Operations['getFileStatus'], OperationsServices> = async (
  { params, owner },
  services,
) => ({ status: 200, body: (await existingFile(owner.id, params.fileId, services)).steps });

export const getStandardGeoparquet: Handler<Operations['getStandardGeoparquet'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, artefacts } = await existingFile(owner.id, params.fileId, services);
  if (!artefacts.includes('standardGeoparquet')) throw missingOutput('GeoParquet file');
  return {
    status: 200,
    body: { downloadStandardGeoparquet: artefactAddress(request, id, 'standardGeoparquet') },
  };
};

export const getPolygonGeoparquet: Handler<Operations['getPolygonGeoparquet'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, artefacts } = await existingFile(owner.id, params.fileId, services);
  if (!artefacts.includes('polygonGeoparquet')) throw missingOutput('GeoParquet file of polygons');
  return { status: 200, body: { downloadPolygonGeoparquet: artefactAddress(request, id, 'polygonGeoparquet') } };
};

export const getOutsideFieldGeojson: Handler<Operations['getOutsideFieldGeojson'], OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const file = await existingFile(owner.id, params.fileId, services);
  if (!file.artefacts.includes('outsideFieldGeojson')) throw missingOutput('points outside its fields');
  return { status: 200, body: outsideField(request, file) };
};
