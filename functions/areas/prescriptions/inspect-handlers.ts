import { invalid, notFound, Problem } from '../../../domain/errors.ts';
import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import { limits, limitText } from '../../../domain/limits.ts';
import type { RequestedFile } from '../../../domain/parser-attempts.ts';
import type {
  InspectionOrder,
  PrescriptionReader,
  WritingOrder,
} from '../../../domain/prescriptions/prescription-reader.ts';
import type { SessionStore } from '../../../domain/uploads/session-store.ts';
import type { Zone } from '../../../domain/zones/zone.ts';
import type { ZoneStore } from '../../../domain/zones/zone-store.ts';
import { plainFileName } from '../../http/body/file-name.ts';
import { uploadedContent } from '../../http/body/uploaded-file.ts';
import type { Handlers, Input } from '../../http/exchange.ts';
import { orNotFound } from '../../http/existence.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { inspectEndpoints } from './inspect-endpoints.ts';

export interface InspectServices extends HttpServices {
  reader: Pick<PrescriptionReader, 'inspect' | 'write'>;
  fields: Pick<FieldDirectory, 'get'>;
  zones: Pick<ZoneStore, 'list'>;
  sessions: Pick<SessionStore, 'get'>;
  files: Pick<ObjectStore, 'getStream'>;
}

export const inspectHandlers: Handlers<typeof inspectEndpoints, InspectServices> = {
  async inspectPrescription({ params: { svcUserId }, query, body, owner }, services) {
    const { content, fileName } = body;
    return inspect({ content, fileName, ownerId: owner.id, svcUserId }, query, services);
  },

  async inspectUploadedPrescription({ params: { svcUserId }, query, found: { session }, owner }, services) {
    const content = await uploadedContent(session, services.files);
    return inspect({ content, fileName: session.fileName, ownerId: owner.id, svcUserId }, query, services);
  },

  async makePrescriptionFromZones({ params: { svcUserId }, query: { to, target }, body, owner }, services) {
    const { fieldId, rates, restRate, rateUnit } = body;
    const [twice] = rates.filter(({ zoneId }, index) => rates.findIndex((other) => other.zoneId === zoneId) < index);
    if (twice) throw invalid('#/rates', `The zone ${twice.zoneId} has two rates. Give it one.`);
    const field = orNotFound(await services.fields.get(owner.id, svcUserId, fieldId), 'field', fieldId);
    const outline = field.geometry;
    if (restRate !== undefined && !outline) {
      const detail = `The field ${fieldId} has no active boundary, so that the rest of it is unknown. Leave out restRate, or give the field a boundary.`;
      throw new Problem('conflict', detail, { errorKey: 'noActiveBoundary' });
    }
    const zones = await zonesOf(owner.id, { svcUserId, fieldId }, services.zones);
    const features = rates.map(({ zoneId, rate }) => {
      const zone = zones.get(zoneId);
      if (!zone) throw notFound('zone', zoneId);
      return { type: 'Feature', properties: { rate }, geometry: zone.geometry };
    });
    const content = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
    const order = {
      fileName: `${body.name ?? field.name ?? 'prescription'}.geojson`,
      rateColumn: 'rate',
      rateUnit,
      restRate,
      withoutOverlaps: true,
      ...(outline && { field: outline }),
    } as const;
    return answer({ ownerId: owner.id, content }, order, { to, target }, services);
  },
};

interface Inspected {
  content: Uint8Array;
  fileName: string;
  ownerId: string;
  svcUserId: string;
}

type Query = Input<typeof inspectEndpoints.inspectPrescription>['query'];

async function inspect(
  { content, fileName, ownerId, svcUserId }: Inspected,
  { to, target, fieldId, ...asked }: Query,
  services: InspectServices,
) {
  if (content.length > limits.prescriptionBytes) {
    const detail = `The file has ${content.length} bytes; at most ${limitText.prescriptionBytes} are allowed.`;
    throw new Problem('tooLarge', detail);
  }
  const field = fieldId === undefined ? undefined : await boundaryOf(ownerId, { svcUserId, fieldId }, services);
  const order = { ...asked, fileName: plainFileName(fileName), ...(field && { field }) };
  return answer({ ownerId, content }, order, { to, target }, services);
}

const contentTypes = {
  shapefile: ['application/zip', 'zip'],
  isoxml: ['application/zip', 'zip'],
  geojson: ['application/geo+json', 'geojson'],
} as const;

/** The inspection, or the file of a format. */
async function answer(
  file: RequestedFile,
  order: InspectionOrder,
  { to, target }: { to?: WritingOrder['to'] | undefined; target?: WritingOrder['target'] },
  { reader }: Pick<InspectServices, 'reader'>,
) {
  if (!to) return { status: 200, body: JSON.stringify(await reader.inspect(file, order)) } as const;
  const written = await reader.write(file, { ...order, to, target });
  if (written.length > limits.inlineBytes) {
    const detail = `The prescription has ${written.length} bytes in this format, and an answer at most ${limitText.inlineBytes}. Simplify its polygons, or divide it.`;
    throw new Problem('tooLarge', detail);
  }
  const [type, extension] = contentTypes[to];
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="prescription.${extension}"`,
  };
  return { status: 200, headers, body: written } as const;
}

interface FieldName {
  svcUserId: string;
  fieldId: string;
}

async function boundaryOf(ownerId: string, name: FieldName, { fields }: Pick<InspectServices, 'fields'>) {
  const { geometry } = orNotFound(await fields.get(ownerId, name.svcUserId, name.fieldId), 'field', name.fieldId);
  if (geometry) return geometry;
  const detail = `The field ${name.fieldId} has no active boundary to compare with.`;
  throw new Problem('conflict', detail, { errorKey: 'noActiveBoundary' });
}

/** The zones of a field by their ids. */
async function zonesOf(ownerId: string, { svcUserId, fieldId }: FieldName, zones: Pick<ZoneStore, 'list'>) {
  const found = new Map<string, Zone>();
  let cursor: string | undefined;
  do {
    const asked = { page: 0, size: 100, sort: [{ field: 'id', descending: false }], cursor };
    const page = await zones.list(ownerId, svcUserId, fieldId, asked);
    for (const zone of page.items) found.set(zone.id, zone);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}
