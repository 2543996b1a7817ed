import { createHash } from 'node:crypto';
import { contentRange, rangeOf } from '../server/contents.ts';
import { header, Refusal, type SandboxAnswer, type SandboxRequest } from '../server/exchange.ts';
import type { SignedTokens } from '../server/signed-tokens.ts';
import { contentFilled } from '../world/samples.ts';
import { axiomType, missingScope, refuse } from './answers.ts';
import { type Call, type DeereRoute, named, route } from './call.ts';
import type { DeereWorld } from './world.ts';

/** How long a pre-signed URL is good, in milliseconds. */
const linkMilliseconds = 3_600_000;
const choices = { shapeType: ['Point', 'Polygon'], resolution: ['EachSection', 'EachSensor', 'OneHertz'] };

/**
 * Shapefiles of operations: 202 until the file is ready, then 307 to a URL without authentication on another port. The file is the one that the world has for
 * the operation, whatever form of it is asked for.
 */
export function shapefileRoutes(tokens: SignedTokens): DeereRoute[] {
  return [
    route('GET', '/fieldOps/{operation}', 'shapefile', ['ag2'], (call) => {
      const operation = named(call, 'operations', 'operation');
      for (const [name, values] of Object.entries(choices)) {
        const value = call.query.get(name);
        if (value !== null && !values.includes(value)) {
          return refuse(400, { message: `${name} is one of ${values.join(', ')}.`, field: name, invalidValue: value });
        }
      }
      if (operation.type === 'application' && !call.grant.scopes.includes('ag3'))
        throw new Refusal(missingScope(call.grant, ['ag3']));
      if (!operation.shapefile)
        return refuse(406, { message: `There is no shapefile of the operation: its type is ${operation.type}.` });
      return isReady(call, operation.polls)
        ? { status: 307, headers: { location: `${call.storage}/exports/${tokens.sign(claims(call, operation.id))}` } }
        : { status: 202, headers: { 'content-type': axiomType }, body: {} };
    }),
  ];
}

/** Each form of a file is made once; asking for it again counts towards its being ready. */
function isReady({ world, path, query }: Call, polls: number): boolean {
  const key = `${path}?${query}`;
  const asked = world.polls.get(key) ?? 0;
  world.polls.set(key, asked + 1);
  return asked >= polls;
}

const claims = ({ now }: Call, operation: string) => ({ typ: 'export', operation, exp: now + linkMilliseconds });

/** A call of the host of files, which takes no token, knows files by their signed URLs alone, and sends ranges of them. */
export function answerStorage(
  request: Pick<SandboxRequest, 'method' | 'path' | 'headers'>,
  tokens: SignedTokens,
  world: DeereWorld,
  now: number,
): SandboxAnswer {
  // Buckets take one way of authorization at once.
  if (header(request, 'authorization') !== undefined) {
    const body = '<Error><Code>InvalidArgument</Code><Message>Only one auth mechanism allowed</Message></Error>';
    return { status: 400, headers: { 'content-type': 'application/xml' }, body };
  }
  const [, folder, token = ''] = request.path.split('/');
  const claimed = folder === 'exports' && request.method === 'GET' ? tokens.read(token) : undefined;
  const isGood = claimed?.typ === 'export' && Number(claimed.exp) > now;
  const operation = isGood ? world.operations.get(String(claimed.operation)) : undefined;
  if (!operation?.shapefile) {
    return {
      status: 403,
      headers: { 'content-type': 'application/xml' },
      body: '<Error><Code>AccessDenied</Code></Error>',
    };
  }
  const content = contentFilled(operation.shapefile);
  const etag = `"${createHash('md5').update(JSON.stringify(operation.shapefile)).digest('hex')}"`;
  const headers = { 'content-type': 'application/zip', 'accept-ranges': 'bytes', etag };
  const range = rangeOf(header(request, 'range') ?? '', content.length);
  if (range === 'unsatisfiable') return { status: 416, headers: { 'content-range': `bytes */${content.length}` } };
  // A part of a file that is another one by now would be of no use (RFC 9110 § 13.1.5).
  const isSame = [undefined, etag].includes(header(request, 'if-range'));
  return range && isSame
    ? {
        status: 206,
        headers: { ...headers, 'content-range': contentRange(range, content.length) },
        piece: { content, ...range },
      }
    : { status: 200, headers, piece: { content, start: 0, end: content.length } };
}
