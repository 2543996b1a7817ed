import { notFound } from '../../../../domain/errors.ts';
import type { DrawnKind } from '../../../../domain/machine-files/drawing.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { keyOfOutput, pointLayerFile, pointLayersOutput } from '../../../../domain/machine-files/output-on-demand.ts';
import { layerPropertiesOf } from '../../../../domain/machine-files/points/point-layer.ts';
import type { PointPropertyName } from '../../../../domain/machine-files/points/point-properties.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import { downloadAnswer } from '../../../http/body/download.ts';
import type { Handlers, RequestContext } from '../../../http/exchange.ts';
import { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';
import type { layerEndpoints } from './endpoints.ts';

export const layerHandlers: Handlers<typeof layerEndpoints, OperationsServices> = {
  async getFilePointLayers({ found: { file }, request }) {
    return listAnswer(request, 'files', layeredFile(file));
  },

  downloadFilePointLayer({ params: { property }, found: { file }, owner, request }, services) {
    return layerAnswer(request, owner.id, layeredFile(file), property, services);
  },

  async getOperationPointLayers({ found: { operation }, request }) {
    return listAnswer(request, 'operations', layeredOperation(operation));
  },

  downloadOperationPointLayer({ params: { property }, found: { operation }, owner, request }, services) {
    return layerAnswer(request, owner.id, layeredOperation(operation), property, services);
  },
};

/** A file or an operation with the properties of its points. */
interface Layered {
  kind: DrawnKind;
  id: string;
  svcUserId: string;
  version: string;
  properties: PointPropertyName[];
  units: Record<string, string>;
}

function layeredFile({ id, svcUserId, updatedTime, status, operationType, units = {} }: MachineFile): Layered {
  const properties = status === 'processed' && operationType ? layerPropertiesOf(operationType, units) : [];
  return { kind: 'file', id, svcUserId, version: updatedTime, properties, units };
}

function layeredOperation({ id, svcUserId, updatedTime, type, units }: Operation): Layered {
  return { kind: 'operation', id, svcUserId, version: updatedTime, properties: layerPropertiesOf(type, units), units };
}

function listAnswer({ base }: RequestContext, collection: 'files' | 'operations', { id, properties, units }: Layered) {
  const body = properties.map((property) => {
    const url = `${base}${operationsApi.base}/${collection}/${id}/pointLayers/${property}`;
    const unit = units[property];
    return { property, ...(unit !== undefined && { unit }), url, downloadUrl: url };
  });
  return { status: 200 as const, body };
}

async function layerAnswer(
  request: RequestContext,
  ownerId: string,
  { kind, id, svcUserId, version, properties }: Layered,
  property: PointPropertyName,
  services: OperationsServices,
) {
  if (!properties.includes(property)) throw notFound('artefact', property);
  const name = `${property}.layer`;
  const subject = { ownerId, svcUserId, kind, id, version };
  const key = await keyOfOutput(subject, pointLayersOutput, { file: pointLayerFile(name) }, services);
  return downloadAnswer(request, await services.downloads.address(key, name));
}
