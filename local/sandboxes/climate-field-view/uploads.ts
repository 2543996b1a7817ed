import { createHash, type Hash } from 'node:crypto';
import * as z from 'zod';
import { header, jsonOf } from '../server/exchange.ts';
import { type Call, type ClimateRoute, missing, refuse, route } from './call.ts';
import { fieldType, uploadedFields } from './uploaded-fields.ts';
import type { Upload } from './world.ts';

const maxBytes = 500 * 1024 * 1024;
const partBytes = 5 * 1024 * 1024;
const maxIds = 100;

/** Scopes by the content types that may be uploaded; none where the provider's texts name none. */
const scopeOf: Record<string, string | undefined> = {
  [fieldType]: 'fields:write',
  'application/vnd.climate.rx.planting.shp': 'rx:write',
  'application/vnd.climate.modus.xml': 'soil:write',
  'application/vnd.climate.as-applied.zip': undefined,
  'application/vnd.climate.stand-count.geojson': 'standCount:write',
  'application/vnd.climate.weed-count.geojson': 'weedCount:write',
  ...Object.fromEntries(
    ['thermal', 'ndvi', 'waterstress', 'elevation', 'raw', 'rgb', 'rgb-nir', 'rgb-cir'].map((name) => [
      `image/vnd.climate.${name}.geotiff`,
      'imagery:write',
    ]),
  ),
};

const uploadSchema = z.object({
  contentType: z.string(),
  /** In hexadecimal or in base 64: the texts of the provider say the one, its sample sends the other. */
  md5: z.string().regex(/^(?:[0-9a-fA-F]{32}|[A-Za-z0-9+/]{22}==)$/),
  length: z.int().positive().max(maxBytes),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
const idsSchema = z.object({ ids: z.array(z.string()).min(1).max(maxIds) });

const writing = [
  'platform',
  'fields:write',
  'imagery:write',
  'rx:write',
  'soil:write',
  'standCount:write',
  'weedCount:write',
];

/** Uploads in parts. */
export function uploadRoutes(): ClimateRoute[] {
  const fields = uploadedFields();
  const hashes = new Map<string, { hash: Hash; sum: Hash; last?: { start: number; digest: string } }>();
  const asked = (call: Call, id: string | undefined) => {
    const upload = uploadOf(call, id);
    const { status: before } = upload;
    const shown = statusOf(upload);
    if (before !== 'SUCCESS' && upload.status === 'SUCCESS') fields.store(call, upload);
    return shown;
  };
  return [
    route('POST', '/v4/uploads', 'createUpload', writing, (call) => {
      const upload = newUpload(call);
      call.world.uploads.set(upload.id, upload);
      hashes.set(upload.id, { hash: createHash('md5'), sum: createHash('sha256') });
      return { status: 201, headers: { 'content-type': 'application/json' }, body: JSON.stringify(upload.id) };
    }),
    route('PUT', '/v4/uploads/{upload}', 'uploadPart', writing, (call) => {
      const upload = uploadOf(call, call.parameters.upload);
      const state = hashes.get(upload.id) ?? missing('upload');
      const start = partStart(call, upload);
      const digest = createHash('md5').update(call.body).digest('base64');
      // A part that is sent again, since its answer was lost, is there already.
      if (state.last?.start === start && state.last.digest === digest) return { status: 204 };
      if (upload.status !== 'UPLOADING' || start !== upload.received) {
        return refuse(400, 'bad_input', `Parts must be contiguous: the next one starts at ${upload.received}.`);
      }
      state.hash.update(call.body);
      state.sum.update(call.body);
      state.last = { start, digest };
      upload.received += call.body.length;
      const isField = upload.contentType === fieldType;
      if (isField) fields.add(upload, call.body);
      if (upload.received < upload.length) return { status: 204 };
      upload.sha256 = state.sum.copy().digest('hex');
      const isValid = hasSum(upload, state.hash) && (!isField || fields.isValid(upload));
      upload.status = isValid ? 'PENDING' : 'INVALID';
      return { status: 204 };
    }),
    route('GET', '/v4/uploads/{upload}/status', 'uploadStatus', writing, (call) => ({
      status: 200,
      body: asked(call, call.parameters.upload),
    })),
    route('POST', '/v4/uploads/status/query', 'uploadStatus', writing, (call) => {
      const { data } = idsSchema.safeParse(jsonOf(call));
      if (!data) return refuse(400, 'bad_input', `ids has 1 to ${maxIds} ids.`);
      return { status: 200, body: { results: data.ids.map((id) => asked(call, id)) } };
    }),
  ];
}

const uploadOf = ({ world }: Call, id = ''): Upload => world.uploads.get(id) ?? missing('upload');

/** @throws Refusal with 400 for a wrong body, 403 for a content type without scope. */
function newUpload(call: Call): Upload {
  const { data, error } = uploadSchema.safeParse(jsonOf(call));
  if (!data) return refuse(400, 'bad_input', z.prettifyError(error));
  if (!(data.contentType in scopeOf)) return refuse(400, 'bad_input', `contentType ${data.contentType} is unknown.`);
  const scope = scopeOf[data.contentType];
  if (scope && !call.grant.scopes.includes(scope)) refuse(403, 'forbidden', `The token lacks the scope ${scope}.`);
  const id = call.uuid(`upload ${call.world.nextNumber()}`);
  return { ...data, id, recipient: header(call, 'x-recipient-email'), status: 'UPLOADING', received: 0 };
}

/** The first byte of a part. @throws Refusal with 400 for a wrong `Content-Range`, size or type. */
function partStart(call: Call, { length }: Upload): number {
  if (!(header(call, 'content-type') ?? '').startsWith('application/octet-stream')) {
    refuse(400, 'bad_input', 'Content-Type must be application/octet-stream.');
  }
  const [, first, last, total] =
    /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(header(call, 'content-range') ?? '') ?? [];
  const [start, end] = [Number(first), Number(last)];
  if (total === undefined || Number(total) !== length || end >= length || end < start) {
    return refuse(400, 'bad_input', `Content-Range must be bytes start-end/${length}.`);
  }
  const size = end - start + 1;
  if (size !== call.body.length)
    return refuse(400, 'bad_input', `Content-Range says ${size} bytes, and ${call.body.length} came.`);
  const isLast = end === length - 1;
  if (size > partBytes || (size !== partBytes && !isLast))
    return refuse(400, 'bad_input', `Parts have ${partBytes} bytes, but the last.`);
  return start;
}

function hasSum({ md5 }: Upload, hash: Hash): boolean {
  const sum = hash.copy().digest();
  return md5 === sum.toString('base64') || md5.toLowerCase() === sum.toString('hex');
}

/** The status, which goes on with each time that it is asked for; what is sent to somebody else waits for their decision. */
function statusOf(upload: Upload): { id: string; status: string } {
  const shown = { id: upload.id, status: upload.status };
  if (upload.status === 'PENDING') upload.status = upload.recipient === undefined ? 'IMPORTING' : 'INBOX';
  else if (upload.status === 'IMPORTING') upload.status = 'SUCCESS';
  return shown;
}
