/**
 * CORS of the API. HTTP API ignores what functions say about it, so that all of it stands here; and CORS knows no
 * prefixes, so that every header is named.
 */
export const cors = {
  allowOrigins: ['*'],
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowHeaders: ['Authorization', 'Content-Type', 'Accept', 'X-Api-Key', 'Idempotency-Key', 'Prefer', 'Range'],
  exposeHeaders: [
    'X-Total-Count',
    'Link',
    'Location',
    'X-Request-Id',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'Preference-Applied',
    'X-Truncated',
    'ETag',
  ],
  // Two hours: browsers cap it there.
  maxAge: 7200,
};
