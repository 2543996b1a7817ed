import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An error of Athena by its name and status, or a response. */
export type AthenaAnswer = { error: string; status?: number; message?: string } | object;
type Call = 'StartQueryExecution' | 'GetQueryExecution' | 'GetQueryResults' | 'StopQueryExecution';

export interface FailingAthena {
  endpoint: string;
  /** Responses to each call, one after the other; the last one is repeated. */
  script: Partial<Record<Call, AthenaAnswer[]>>;
  /** Names of the calls received. */
  calls: string[];
  close(): void;
}

const status = (State: string, more: object = {}) => ({ QueryExecution: { Status: { State, ...more } } });
export const succeeded = status('SUCCEEDED');
export const running = status('RUNNING');
export const failed = (StateChangeReason: string, Retryable = false) =>
  status('FAILED', { StateChangeReason, AthenaError: { Retryable } });
export const cancelled = (StateChangeReason: string) => status('CANCELLED', { StateChangeReason });

/** A server that speaks Athena's protocol and returns scripted responses. */
export async function failingAthena(): Promise<FailingAthena> {
  const athena: Omit<FailingAthena, 'endpoint' | 'close'> = { script: {}, calls: [] };
  const answer = (call: Call): AthenaAnswer => {
    const answers = athena.script[call] ?? [];
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? { QueryExecutionId: 'q' };
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const call = String(request.headers['x-amz-target']).split('.')[1] as Call;
    athena.calls.push(call);
    const found = answer(call);
    const [code, body] =
      'error' in found
        ? [found.status ?? 400, { __type: found.error, message: found.message ?? 'secret words of Athena' }]
        : [200, found];
    request.resume().on('end', () => {
      response.writeHead(code, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(athena, { endpoint: `http://127.0.0.1:${port}`, close: () => void server.close() });
}
