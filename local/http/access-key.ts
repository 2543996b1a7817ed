import type { IncomingMessage } from 'node:http';

/**
 * The access key that a call claims to be signed with; empty if there is none.
 *
 * @example const refusal = guard?.refusal(accessKeyOf(request), () => requiredBy(target, input, engine));
 */
export function accessKeyOf(request: IncomingMessage): string {
  return /Credential=([^/,=\s]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
}
