import type { ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Credentials } from '../credentials.ts';
import { accessKeyOf } from '../http/access-key.ts';
import { type Handler, listen } from '../http/http-listener.ts';
import type { Guard } from '../iam/guard.ts';
import type { Marks } from '../state/marks/lost-data.ts';
import { StsError, type StsOperation, stsOperations } from './operations.ts';
import { errorDocument, readParameters, resultDocument } from './query-protocol.ts';
import { openSessions, type Session } from './sessions.ts';

export interface StsOptions {
  /** The folder of the root of all derived secrets; created if it is missing. */
  dir: string;
  host: string;
  port?: number;
  clock: Clock;
  /** Decides who may assume which role. If absent, everybody may assume every role. */
  guard?: Guard;
  /** Where a copy of the root is kept. If absent, a missing root is not noticed. */
  marks?: Marks;
}

export interface StsEngine {
  endpoint: string;
  /** The credentials of a function's role; the same at every start. */
  openFor(functionName: string, roleArn: string): Credentials;
  /** The role and session policy behind temporary credentials, while they are valid; of this process only. */
  sessionFor(accessKeyId: string): Session | undefined;
  /** The secret of temporary credentials, while they are valid: with it the other engines check signatures. */
  secretFor(accessKeyId: string): string | undefined;
  close(): Promise<void>;
}

/** Starts GetCallerIdentity and AssumeRole over the query protocol of STS. */
export async function startSts({ dir, host, port = 0, clock, guard, marks }: StsOptions): Promise<StsEngine> {
  const sessions = openSessions(dir, clock, marks);
  const listener = await listen(stsHandler(stsOperations(sessions, clock, guard)), { host, port });
  return {
    endpoint: listener.endpoint,
    openFor: sessions.openFor,
    sessionFor: sessions.sessionFor,
    secretFor: sessions.secretFor,
    close: listener.close,
  };
}

function stsHandler(operations: Record<string, StsOperation>): Handler {
  return async (request, response) => {
    try {
      const parameters = await readParameters(request);
      if (!parameters) throw new StsError('RequestEntityTooLarge', 'The request is too large', 413);
      const name = parameters.get('Action') ?? '';
      const work = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!work) throw new StsError('InvalidAction', `the embedded cloud does not serve sts.${name || '(no Action)'}`);
      sendXml(response, 200, resultDocument(name, work(parameters, accessKeyOf(request))));
    } catch (error) {
      if (!(error instanceof StsError)) throw error;
      sendXml(response, error.status, errorDocument(error.code, error.message));
    }
  };
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(xml) }).end(xml);
}
