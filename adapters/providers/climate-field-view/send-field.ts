import { vertexCount } from '../../../domain/geometry/multi-polygon.ts';
import { limits, limitText } from '../../../domain/limits.ts';
import type { Sending, Sent, SentField } from '../../../domain/sync/field-provider.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { OpenAccount } from '../account.ts';
import type { Made } from '../provider-adapter.ts';
import { askStatus, beginUpload, sendParts, sumOf } from './uploads.ts';

const name = 'Climate FieldView';
const contentType = 'application/vnd.climate.field.geojson';
const hectaresPerAcre = 0.40468564224;

/** What an upload waits for, by its status. */
const waiting: Readonly<Record<string, string>> = {
  INBOX: `The field is in the grower's Data Inbox at ${name} and waits to be accepted there.`,
  PENDING: `${name} has received the field and is processing it.`,
  IMPORTING: `${name} is importing the field.`,
};
/** Why an upload has ended without a field. */
const refused: Readonly<Record<string, string>> = {
  INVALID: `${name} has found the field invalid (INVALID).`,
  DECLINED: `The grower has declined the field in the Data Inbox at ${name} (DECLINED).`,
};

/** Sends fields to an account of Climate FieldView. */
export function climateSending(account: OpenAccount): Made<'sending'> {
  return (sending) => sendToClimate(account, sending);
}

/**
 * Sends a field as an upload, which is imported when all of its bytes have arrived. `created` has `upload` and `md5`: an upload that an interrupted attempt has
 * begun is completed or followed, and no second one is made.
 *
 * @throws ProviderProblem
 */
async function sendToClimate(account: OpenAccount, { field, created, note }: Sending): Promise<Sent> {
  const bytes = Buffer.from(JSON.stringify(featureOf(field)));
  const md5 = sumOf(bytes);
  let { upload } = created;
  let status = upload === undefined ? undefined : await askStatus(account, upload);
  // An upload that is not complete takes the bytes that were announced, and no others.
  if (upload === undefined || (status === 'UPLOADING' && created.md5 !== md5)) {
    upload = await beginUpload(account, { contentType, content: bytes });
    await note({ upload, md5 });
    status = 'UPLOADING';
  }
  if (status === 'UPLOADING') {
    await sendParts(account, upload, bytes);
    status = await askStatus(account, upload);
  }
  if (status === 'SUCCESS') return { kind: 'sent' };
  const reason = status === undefined ? `${name} does not know the upload any more.` : refused[status];
  if (reason === undefined) return { kind: 'waiting', message: waiting[`${status}`] ?? `${name} says: ${status}.` };
  // Another attempt begins with another upload.
  await note({});
  throw new ProviderProblem('malformed', reason);
}

/** @throws ProviderProblem for what the provider does not take. */
function featureOf({ id, name: fieldName = id, farmName, growerName, geometry, areaHectares }: SentField): object {
  const points = vertexCount(geometry.coordinates);
  if (points > limits.climateFieldVertices) {
    const message = `The boundary has ${points} points; ${name} takes at most ${limitText.climateFieldVertices}.`;
    throw new ProviderProblem('malformed', message);
  }
  const acres = areaHectares / hectaresPerAcre;
  if (acres > limits.climateFieldAcres) {
    const message = `The field has ${Math.round(acres)} acres; ${name} takes at most ${limitText.climateFieldAcres}.`;
    throw new ProviderProblem('malformed', message);
  }
  const [only, ...others] = geometry.coordinates;
  const properties = {
    fieldName,
    ...(farmName !== undefined && { farmName }),
    ...(growerName !== undefined && { clientName: growerName }),
  };
  return {
    type: 'Feature',
    properties,
    geometry: others.length === 0 ? { type: 'Polygon', coordinates: only } : geometry,
  };
}
