import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * The path segment of the stage that was called, such as `/v2`; empty for the default stage.
 *
 * @example const path = event.rawPath.slice(stagePath(event).length);
 */
export function stagePath({ requestContext: { stage } }: APIGatewayProxyEventV2): string {
  return stage === '$default' ? '' : `/${stage}`;
}

/** The absolute address of the stage that was called, without a trailing slash: every address in an answer begins with it. */
export function baseAddress(event: APIGatewayProxyEventV2): string {
  const protocol = event.headers['x-forwarded-proto'] ?? 'https';
  return `${protocol}://${event.requestContext.domainName}${stagePath(event)}`;
}
