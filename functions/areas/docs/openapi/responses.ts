import type { Operation } from '../../../http/operation.ts';
import type { JsonSchema, SchemaCollection } from './json-schema.ts';
import { oauthErrorSchema, problemSchema } from './problem-schema.ts';

const header = (description: string, type = 'string') => ({ description, schema: { type } });
const requestId = { 'X-Request-Id': header('Name it when you report a problem.') };

const pageHeaders = {
  'X-Total-Count': header('How many there are in all; absent above 1,000 of a filtered list.', 'integer'),
  Link: header('Addresses of the `first`, `prev`, `next` and `last` page; `next` carries a cursor.'),
};

/** What an operation may answer, errors included. */
export function responsesOf(operation: Operation, schemas: SchemaCollection): JsonSchema {
  const answers = Object.entries(operation.responses).map(([status, response]) => {
    const { description, schema, contentType, describes, otherTypes = {}, headers: own = {}, example } = response;
    const type = contentType ?? 'application/json';
    const plain = contentType && { type: contentType === 'application/json' ? 'object' : 'string' };
    const shape = schema ?? describes;
    const described = shape ? schemas.describe(shape, 'output') : plain;
    const others = Object.entries(otherTypes).map(([other, of]) => [other, { schema: schemas.describe(of, 'output') }]);
    const headers = {
      ...requestId,
      ...(operation.paged && pageHeaders),
      ...((status === '201' || status === '303') && { Location: header('Where it is.') }),
      ...Object.fromEntries(Object.entries(own).map(([name, words]) => [name, header(words)])),
    };
    const content = described && {
      content: {
        [type]: { schema: described, ...(example !== undefined && { example }) },
        ...Object.fromEntries(others),
      },
    };
    return [status, { description, headers, ...content }];
  });
  return { ...Object.fromEntries(answers), ...errorsOf(operation, schemas) };
}

function errorsOf(operation: Operation, schemas: SchemaCollection): JsonSchema {
  const schema = schemas.describe(operation.oauthErrors ? oauthErrorSchema : problemSchema, 'output');
  const content = { [operation.oauthErrors ? 'application/json' : 'application/problem+json']: { schema } };
  const owner = operation.access === 'owner';
  const namesThings = operation.params !== undefined || operation.body !== undefined || operation.query !== undefined;
  const descriptions: [number, string, boolean][] = [
    [400, 'Something in the request is not valid; `errors` says what and where.', namesThings],
    [
      401,
      owner ? 'The token is missing, malformed, expired, revoked or of the wrong kind.' : 'Refused.',
      owner || operation.body !== undefined,
    ],
    [403, 'The account lacks the permission for this.', operation.permission !== undefined],
    [404, 'There is no such thing, or it is not yours.', namesThings],
    [
      409,
      operation.conflict ?? 'The `Idempotency-Key` was used for another request.',
      operation.conflict !== undefined || Boolean(operation.idempotent),
    ],
    [413, 'The body is too large.', operation.body !== undefined],
    [415, 'The body has the wrong content type.', operation.body !== undefined],
    [429, 'Too many requests; `Retry-After` says when to try again.', true],
    [500, 'Our fault. Name the request id.', true],
    [503, 'A service that this depends on fails; `Retry-After` says when to try again.', true],
    [507, 'The disk of the server is full. What was sent is not kept, or whole.', true],
    ...Object.entries(operation.errors ?? {}).map(([status, words]): [number, string, boolean] => [
      Number(status),
      words,
      true,
    ]),
  ];
  const errors = descriptions.filter(([status, , applies]) => applies && !operation.responses[status]);
  return Object.fromEntries(
    errors.map(([status, description]) => [status, { description, headers: requestId, content }]),
  );
}
