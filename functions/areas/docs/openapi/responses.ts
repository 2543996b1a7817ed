import type { ErrorKey } from '../../../../domain/error-keys.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import { gatewayMessageSchema, oauthErrorSchema, problemSchema } from '../../../http/problem-schema.ts';
import type { JsonSchema, SchemaCollection } from './json-schema.ts';
import { sharedErrorKeys } from './shared-error-keys.ts';

const optional = (description: string, type = 'string') => ({ description, schema: { type } });
const header = (description: string) => ({ ...optional(description), required: true });
const described = (words: string | { optional: string }) =>
  typeof words === 'string' ? header(words) : optional(words.optional);
const requestId = { 'X-Request-Id': header('Identifies the request; quote it when you report a problem.') };
const optionalRequestId = {
  'X-Request-Id': optional('Identifies the request; absent from an answer of the gateway itself.'),
};
const fromGateway = 'As `application/json` it comes from the gateway itself, before or in place of a function.';

const pageHeaders = {
  'X-Total-Count': optional('The total number of rows; absent when a filtered list has more than 1,000.', 'integer'),
  Link: header('URLs of the `first`, `prev`, `next` and `last` page; `next` carries a cursor.'),
};

/** The responses of an endpoint, errors included. */
export function responsesOf(endpoint: Endpoint, schemas: SchemaCollection): JsonSchema {
  const answers = Object.entries(endpoint.responses).map(([status, response]) => {
    const { description, schema, contentType, describes, otherTypes = {}, headers: own = {}, example } = response;
    const type = contentType ?? 'application/json';
    const plain = contentType && { type: contentType === 'application/json' ? 'object' : 'string' };
    const shape = schema ?? describes;
    const documented = shape ? schemas.describe(shape, 'output') : plain;
    const others = Object.entries(otherTypes).map(([other, of]) => [other, { schema: schemas.describe(of, 'output') }]);
    const headers = {
      ...requestId,
      ...(endpoint.paged && pageHeaders),
      ...((status === '201' || status === '303') && { Location: header('The URL of the resource.') }),
      ...Object.fromEntries(Object.entries(own).map(([name, words]) => [name, described(words)])),
    };
    const content = documented && {
      content: {
        [type]: { schema: documented, ...(example !== undefined && { example }) },
        ...Object.fromEntries(others),
      },
    };
    return [status, { description, headers, ...content }];
  });
  return { ...Object.fromEntries(answers), ...errorsOf(endpoint, schemas) };
}

/** Statuses that the gateway also answers itself: a body above its limit, its throttle, a function that ended without an answer, none free in time. */
const ofGateway = new Set([413, 429, 500, 503]);

function errorsOf(endpoint: Endpoint, schemas: SchemaCollection): JsonSchema {
  const schema = schemas.describe(endpoint.oauthErrors ? oauthErrorSchema : problemSchema, 'output');
  const gateway = schemas.describe(gatewayMessageSchema, 'output');
  const own = {
    [endpoint.oauthErrors ? 'application/json' : 'application/problem+json']: { schema },
    ...(endpoint.errorPages && { 'text/html; charset=utf-8': { schema: { type: 'string' } } }),
  };
  const both = {
    ...own,
    'application/json': { schema: endpoint.oauthErrors ? { anyOf: [schema, gateway] } : gateway },
  };
  const owner = endpoint.access !== 'public';
  const namesThings = endpoint.params !== undefined || endpoint.body !== undefined || endpoint.query !== undefined;
  const descriptions: [number, string, boolean][] = [
    [400, 'Something in the request is not valid; `errors` says what and where.', namesThings],
    [
      401,
      owner
        ? 'The token is missing, malformed, expired, revoked or of the wrong kind.'
        : 'The credentials were refused.',
      owner || endpoint.body !== undefined,
    ],
    [
      403,
      endpoint.permission
        ? 'The account lacks the permission for this.'
        : 'The API key belongs to a link that does not allow this endpoint.',
      endpoint.permission !== undefined || endpoint.access === 'ownerOrApiKey',
    ],
    [404, 'The resource does not exist or belongs to another owner.', namesThings],
    [
      409,
      endpoint.conflict ?? 'The `Idempotency-Key` was used for another request.',
      endpoint.conflict !== undefined || Boolean(endpoint.idempotent),
    ],
    [413, 'The body is too large.', true],
    [415, 'The body has the wrong content type.', endpoint.body !== undefined],
    [429, 'Too many requests; `Retry-After` says when to try again.', true],
    [500, 'An error on our side. Quote the request id when you report it.', true],
    [503, 'A service that Furrow depends on is failing; `Retry-After` says when to try again.', true],
    [504, 'The request took too long (`timeout`). Request less at once, or try again later.', true],
    [507, 'The disk of the server is full. The data was not stored, or not completely.', true],
    ...Object.entries(endpoint.errors ?? {}).map(([status, words]): [number, string, boolean] => [
      Number(status),
      words,
      true,
    ]),
  ];
  const keys = endpoint.oauthErrors ? {} : sharedErrorKeys(endpoint);
  const errors = descriptions.filter(([status, , applies]) => applies && !endpoint.responses[status]);
  return Object.fromEntries(
    errors.map(([status, words]) => {
      const description = withKeys(words, keys[status] ?? []);
      if (!ofGateway.has(status)) return [status, { description, headers: requestId, content: own }];
      return [status, { description: `${description} ${fromGateway}`, headers: optionalRequestId, content: both }];
    }),
  );
}

/** A description that names the keys of an error, but for those that it names itself. */
function withKeys(words: string, keys: readonly ErrorKey[]): string {
  const others = keys.map((key) => `\`${key}\``).filter((key) => !words.includes(key));
  return others.length === 0 ? words : `${words} \`errorKey\`, among others: ${others.join(', ')}.`;
}
