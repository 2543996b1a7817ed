import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ErrorKey, ErrorKind } from '../../domain/error-keys.ts';
import type { Problem } from '../../domain/errors.ts';

/** The error keys of RFC 6749 section 5.2 that the token endpoint answers with. */
const standard = new Set<ErrorKey>(['invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type']);

const byKind: Partial<Record<ErrorKind, string>> = {
  invalid: 'invalid_request',
  unsupported: 'invalid_request',
  rateLimited: 'temporarily_unavailable',
  internal: 'server_error',
  unavailable: 'temporarily_unavailable',
  timeout: 'temporarily_unavailable',
  storageFull: 'temporarily_unavailable',
};

/** An error of the token endpoint in the shape that OAuth clients expect. */
export function oauthError(problem: Problem, headers: Record<string, string>): APIGatewayProxyStructuredResultV2 {
  const error = standard.has(problem.errorKey) ? problem.errorKey : (byKind[problem.kind] ?? 'invalid_request');
  const { 'www-authenticate': _, ...rest } = headers;
  return {
    // RFC 6749 knows no 415.
    statusCode: problem.kind === 'unsupported' ? 400 : problem.status,
    headers: { ...rest, 'content-type': 'application/json', pragma: 'no-cache' },
    body: JSON.stringify({ error, error_description: problem.message }),
  };
}
