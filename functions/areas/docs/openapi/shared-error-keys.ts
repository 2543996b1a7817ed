import type { ErrorKey } from '../../../../domain/error-keys.ts';
import type { Endpoint, RequestBody } from '../../../http/endpoint.ts';
import { listedUserInQuery } from '../../../http/existence.ts';

/**
 * The keys of the errors that the steps before a handler answer, by status. Those that a handler answers itself are named in the descriptions of its
 * endpoint, which also have keys of their own for some of these statuses.
 */
export function sharedErrorKeys(endpoint: Endpoint): Readonly<Record<number, readonly ErrorKey[]>> {
  const { access, body, exists, idempotent, paged, params, permission } = endpoint;
  const namesUser = exists?.user !== undefined && exists.user !== listedUserInQuery;
  return {
    400: ['invalid', ...(body ? keysOfBody(body) : []), ...(paged ? (['pageTooDeep', 'cursorInvalid'] as const) : [])],
    ...(access !== 'public' && { 401: ['unauthenticated'] }),
    403: [
      ...(permission === undefined ? [] : (['forbidden'] as const)),
      ...(access === 'ownerOrApiKey' ? (['linkDoesNotAllow'] as const) : []),
    ],
    404: [...(params ? (['notFound'] as const) : []), ...(namesUser ? (['userNotFound'] as const) : [])],
    409: idempotent ? ['idempotencyKeyReused', 'idempotencyKeyInProgress'] : [],
    413: ['tooLarge'],
    415: ['unsupported'],
    429: ['rateLimited'],
    500: ['internal'],
    503: ['unavailable'],
    504: ['timeout'],
    507: ['storageFull'],
  };
}

function keysOfBody(body: RequestBody): readonly ErrorKey[] {
  if (body.kind === 'json') return ['bodyMissing', 'malformedJson'];
  if (body.kind === 'text') return ['bodyMissing', 'malformedText'];
  if (body.kind === 'form') return [];
  const { many, notEmpty } = body;
  return [
    ...(['fileMissing', 'malformedMultipart'] as const),
    ...(notEmpty ? (['emptyFile'] as const) : []),
    ...(many === undefined ? [] : (['tooManyFiles'] as const)),
  ];
}
