import { contentRange, rangeOf } from '../server/contents.ts';
import { header, type SandboxAnswer } from '../server/exchange.ts';
import { contentFilled } from '../world/samples.ts';
import { type Call, type ClimateRoute, missing, refuse, route } from './call.ts';
import { list } from './lists.ts';
import { type Layer, layerKinds } from './world.ts';

const mebibyte = 1024 * 1024;
const maxChunk = 5 * mebibyte;

/** Planting, harvest and application: lists, and their files in ranges. */
export const layerRoutes: ClimateRoute[] = layerKinds.flatMap((kind) => [
  route('GET', `/v4/layers/${kind}`, kind, [`${kind}:read`, 'platform'], (call) => {
    checkAccept(call);
    return list(
      call,
      ofKind(call, kind).filter((one) => isWanted(call, one)),
      layerDocument,
    );
  }),
  route('GET', `/v4/layers/${kind}/{layer}/contents`, `${kind}Contents`, [`${kind}:read`], (call) => {
    checkAccept(call);
    return contents(call, ofKind(call, kind).find(({ id }) => id === call.parameters.layer) ?? missing('activity'));
  }),
]);

const ofKind = ({ world }: Call, kind: Layer['kind']): Layer[] =>
  world.isNothingSelected ? [] : [...world.layers.values()].filter((one) => one.kind === kind);

/** @throws Refusal with 400: the provider wants all types, or binary and JSON. */
function checkAccept(call: Call): void {
  const accept = header(call, 'accept')?.replaceAll(' ', '');
  if (
    accept !== undefined &&
    !accept.includes('*/*') &&
    !(accept.includes('application/octet-stream') && accept.includes('application/json'))
  ) {
    refuse(400, 'bad_input', 'Accept must be either */* or application/octet-stream,application/json.');
  }
}

/** @throws Refusal with 400 for a wrong time. */
function isWanted({ query }: Call, { resourceOwnerId, startTime, endTime, updatedAt }: Layer): boolean {
  const [after, before, updated] = ['occurredAfter', 'occurredBefore', 'updatedAfter'].map((name) => {
    const given = query.get(name);
    const time = given === null ? undefined : Date.parse(given);
    return Number.isNaN(time) ? refuse(400, 'bad_input', `${name} must be in ISO 8601 with time zone.`) : time;
  });
  const owner = query.get('resourceOwnerId');
  return (
    (owner === null || owner === resourceOwnerId) &&
    (after === undefined || Date.parse(endTime) >= after) &&
    (before === undefined || Date.parse(startTime) <= before) &&
    (updated === undefined || Date.parse(updatedAt) >= updated)
  );
}

function layerDocument({ id, startTime, endTime, createdAt, updatedAt, fieldIds, filling }: Layer): object {
  return { id, startTime, endTime, createdAt, updatedAt, length: contentFilled(filling).length, fieldIds };
}

/** A part of a file, of 1 to 5 MiB; only the last one may be smaller. */
function contents(call: Call, { filling }: Layer): SandboxAnswer {
  const content = contentFilled(filling);
  const given = header(call, 'range') ?? '';
  const wrong = (status: number, message: string): SandboxAnswer => ({
    ...{ status, headers: { 'content-range': `bytes */${content.length}` } },
    body: { error: { id: call.uuid(message), code: status === 416 ? 'range_not_satisfiable' : 'bad_input', message } },
  });
  if (!/^bytes=\d+-\d+$/.test(given))
    return wrong(given === '' ? 400 : 416, 'Range must have a start and an end: bytes=start-end.');
  const range = rangeOf(given, content.length);
  if (range === undefined || range === 'unsatisfiable') return wrong(416, 'The range lies outside of the file.');
  const size = range.end - range.start;
  if (size > maxChunk) return wrong(416, 'A range has at most 5242880 bytes.');
  if (size < mebibyte && range.end < content.length) return wrong(416, 'A range has at least 1048576 bytes.');
  const isWhole = size === content.length;
  const headers = { 'content-type': 'application/octet-stream', 'content-range': contentRange(range, content.length) };
  return { status: isWhole ? 200 : 206, headers, piece: { content, ...range } };
}
