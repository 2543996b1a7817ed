import type { IncomingMessage } from 'node:http';

/** The access key that a call says it is signed with; empty when it says none. */
export function accessKeyOf(request: IncomingMessage): string {
  return /Credential=([^/,=\s]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
}
