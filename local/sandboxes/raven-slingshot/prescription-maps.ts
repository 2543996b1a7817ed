import { unzipSync } from 'fflate';
import { Refusal, type SandboxAnswer, type SandboxRequest } from '../server/exchange.ts';
import type { Matched, Route } from '../server/routes.ts';
import { documentOf, response } from './documents.ts';
import type { AccessKey, PrescriptionMap, SlingshotWorld } from './world.ts';

/** What handlers get: a call whose signature has been checked. */
export interface Call extends SandboxRequest, Matched {
  world: SlingshotWorld;
  customer: AccessKey;
  /** Milliseconds since 1970. */
  now: number;
}

const usualPageSize = 20;
const maxPageSize = 100;

export const slingshotRoutes: Route<Call>[] = [
  {
    ...{ method: 'GET', path: '/accesskey', kind: 'accessKey' },
    run: (call) => {
      const { id, number, friendlyName, description, isActive, contact, expirationDateTime } = call.customer;
      return documentOf(call, 'AccessKeyDetail', {
        ...{ AccessKey: id, ID: String(number), FriendlyName: friendlyName, Description: description },
        ...{ IsActive: isActive, Contact: contact, ExpirationDateTime: expirationDateTime },
      });
    },
  },
  { ...{ method: 'GET', path: '/prescriptionmaps', kind: 'prescriptionMaps' }, run: indexOf },
  {
    ...{ method: 'POST', path: '/prescriptionmaps', kind: 'uploadPrescriptionMap' },
    async run(call) {
      const map = await uploadedMap(call);
      call.world.prescriptionMaps.set(map.id, map);
      const Uri = uriOf(call, map);
      if (call.world.createdIn === 'header') return { status: 201, headers: { location: Uri } };
      return { status: 201, headers: { 'content-type': 'text/plain' }, body: Uri };
    },
  },
  {
    ...{ method: 'GET', path: '/prescriptionmaps/{map}', kind: 'prescriptionMap' },
    run(call) {
      const map = mapsOf(call).find(({ id }) => id === call.parameters.map);
      if (!map) return response(call, 404, 'The prescription map was not found');
      if (call.query.get('format')?.toLowerCase() === 'bin') {
        const body = Buffer.from(map.content.base64, 'base64');
        return { status: 200, headers: { 'content-type': 'application/zip' }, body };
      }
      const file = { FileName: map.name, Uri: `${uriOf(call, map)}?format=bin`, FileType: 'bin' };
      return documentOf(call, 'PrescriptionMapDetail', {
        ...{ DeviceFileName: map.name, CreateDate: map.createDate, UpdateDate: map.updateDate, Status: map.status },
        ...{ JobType: 'PrescriptionMap', AvailableFiles: [file] },
      });
    },
  },
];

/** The list, the newest first. */
function indexOf(call: Call): SandboxAnswer {
  const maps = mapsOf(call).toSorted((a, b) => Number(b.id) - Number(a.id));
  const page = numberIn(call, 'page', 0);
  const size = Math.min(numberIn(call, 'pagesize', usualPageSize), maxPageSize);
  const pages = Math.max(1, Math.ceil(maps.length / size));
  return documentOf(call, 'SlingshotIndex', {
    ...{ TotalCount: maps.length, PageSize: size, IsPreviousPage: page > 0, IsNextPage: page + 1 < pages },
    ...{ PageIndex: page, TotalPages: pages },
    PrescriptionMap: maps.slice(page * size, (page + 1) * size).map((map) => ({
      ...{ ID: map.id, Name: map.name, Uri: uriOf(call, map), SubType: map.fileType },
      ...{ CreateDate: map.createDate, UpdateDate: map.updateDate },
    })),
  });
}

function mapsOf({ world, customer }: Call): PrescriptionMap[] {
  return [...world.prescriptionMaps.values()].filter(({ contact }) => contact === customer.contact);
}

const uriOf = ({ base }: Call, { id }: PrescriptionMap) => `${base}/PrescriptionMaps/${id}`;

/** @throws Refusal with 400 for a body that is no such form, or a zip that is no prescription. */
async function uploadedMap(call: Call): Promise<PrescriptionMap> {
  const form = await formOf(call);
  const [file, fileType] = [form?.get('FileName'), form?.get('FileType')];
  if (!(file instanceof File)) return refuse(call, 'FileName is missing');
  const content = Buffer.from(await file.arrayBuffer());
  if (fileType !== 'RX' && fileType !== 'AGX') return refuse(call, 'FileType is RX or AGX');
  if (fileType === 'AGX' && !file.name.endsWith('.rdp.zip')) return refuse(call, 'AGX files end with .rdp.zip');
  if (fileType === 'RX' && !isOneShapefile(content)) return refuse(call, 'RX is a zip with one shapefile');
  const at = new Date(call.now).toISOString();
  return {
    ...{ id: String(call.world.nextNumber()), contact: call.customer.contact, name: file.name, fileType },
    ...{ status: 'QUEUED', createDate: at, updateDate: at, content: { base64: content.toString('base64') } },
  };
}

async function formOf({ headers, body }: Call): Promise<FormData | undefined> {
  try {
    const type = { 'content-type': headers['content-type'] ?? '' };
    return await new Response(new Uint8Array(body), { headers: type }).formData();
  } catch {
    return undefined;
  }
}

function isOneShapefile(zip: Buffer): boolean {
  const names: string[] = [];
  try {
    unzipSync(zip, {
      filter({ name }) {
        names.push(name.toLowerCase());
        return false;
      },
    });
  } catch {
    return false;
  }
  return ['.shp', '.shx', '.dbf'].every((end) => names.filter((name) => name.endsWith(end)).length === 1);
}

function numberIn({ query }: Call, name: string, otherwise: number): number {
  const given = query.get(name) ?? query.get(name === 'pagesize' ? 'pageSize' : name);
  return given !== null && /^\d{1,6}$/.test(given) ? Number(given) : otherwise;
}

function refuse(call: Call, errorInfo: string): never {
  throw new Refusal(response(call, 400, errorInfo));
}
