import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Problem } from '../../domain/errors.ts';

/** The error keys of RFC 6749 section 5.2 that the token endpoint answers with. */
const standard = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_scope',
]);

/** An error of the token endpoint in the shape that OAuth clients expect. */
export function oauthError(problem: Problem, headers: Record<string, string>): APIGatewayProxyStructuredResultV2 {
  const byKind = problem.kind === 'invalid' ? 'invalid_request' : problem.errorKey;
  const error = standard.has(problem.errorKey) ? problem.errorKey : byKind;
  return {
    statusCode: problem.status,
    headers: { ...headers, 'content-type': 'application/json', pragma: 'no-cache' },
    body: JSON.stringify({ error, error_description: problem.message }),
  };
}
