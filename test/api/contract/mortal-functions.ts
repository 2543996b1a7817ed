import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { vi } from 'vitest';
import type { LambdaHandler } from '../../../functions/http/serve.ts';
import { cloud, variable } from '../cloud.ts';

/** An accident at a step of a function, which is a write to a table, bucket or queue. */
export type Fault =
  /** The function dies before the write, or after it: nothing of what it sends later arrives. */
  | 'dies before'
  | 'dies after'
  /** The write succeeds, but its response is lost; the function goes on. */
  | 'loses the response'
  /** The write arrives when `release` is called: the function seems dead, and is alive. */
  | 'hangs before';

/** The step at which a fault happens, the first being 1, or the first that writes what is said. */
export type FaultStep = number | ((written: string[]) => boolean);

/** A write that arrived. */
export interface Step {
  /** Whether it is of the table of idempotency keys, which is not an effect, and whether it is of others. */
  isRecord: boolean;
  isEffect: boolean;
  /** Items, objects and queues that were written, without the records of idempotency keys. */
  written: string[];
}

const { services, credentials, region, variables } = cloud.endpoints;
const writing = /\.(PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchWriteItem|SendMessage)$/;

/**
 * The functions of areas in the process of the test, whose calls to the cloud pass a proxy that counts their writes and lets
 * them die at one.
 */
export class MortalFunctions {
  /** The writes that have arrived since `clear`. */
  steps: Step[] = [];
  isHanging = false;
  #fault: { at: FaultStep; happens: Fault } | undefined;
  #count = 0;
  #isDead = false;
  readonly #released = new EventEmitter();
  readonly #servers: Server[] = [];
  readonly #before = { ...process.env };

  /** Functions are imported after this: what another file of this process has loaded knows services that have ended since. */
  async start(): Promise<void> {
    vi.resetModules();
    const urls: [string, string][] = await Promise.all(
      Object.entries(services).map(async ([name, url]) => {
        const server = createServer((incoming, response) => void this.#pass(incoming, response, new URL(url)));
        // Connections that are idle while a file is read stay: each request has one attempt.
        server.keepAliveTimeout = 65_000;
        this.#servers.push(server);
        await once(server.listen(0, '127.0.0.1'), 'listening');
        return [name, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
      }),
    );
    const endpoints = urls.map(([name, url]) => [`AWS_ENDPOINT_URL_${name.toUpperCase()}`, url]);
    // Messages are sent to the host of their queue's URL.
    const { sqs = '' } = Object.fromEntries(urls);
    const given = Object.entries(variables).map(([name, value]) => [name, value.replace(services.sqs, sqs)]);
    Object.assign(process.env, Object.fromEntries([...given, ...endpoints]), {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      LOOPBACK_LISTENERS: 'allowed',
      // A lost response is an error, as after all attempts.
      AWS_MAX_ATTEMPTS: '1',
    });
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
    for (const name of Object.keys(process.env)) if (!(name in this.#before)) delete process.env[name];
    Object.assign(process.env, this.#before);
  }

  clear(): void {
    this.steps = [];
  }

  /** Runs a function on an event; the fault happens at a step of it. Undefined when the function has died. */
  run(handler: LambdaHandler, event: APIGatewayProxyEventV2, fault?: { at: FaultStep; happens: Fault }) {
    return this.during(() => handler(event, {} as Context), fault);
  }

  /** Runs what calls functions; the fault happens at a step of it. Undefined when they have died. */
  async during<T>(work: () => Promise<T>, fault?: { at: FaultStep; happens: Fault }): Promise<T | undefined> {
    this.#count = 0;
    this.#fault = fault;
    const [outcome] = await Promise.allSettled([work()]);
    const died = this.#isDead;
    this.#isDead = false;
    this.#fault = undefined;
    // A dead function answers nobody.
    if (died) return undefined;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** Lets the write that hangs arrive. */
  release(): void {
    this.isHanging = false;
    this.#released.emit('release');
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse, to: URL): Promise<void> {
    const body = await buffer(incoming);
    const drop = () => void incoming.socket.destroy();
    const isWrite = isWriting(incoming);
    if (isWrite) this.#count += 1;
    const isStep = (at: FaultStep) =>
      typeof at === 'number' ? this.#count === at : at(stepOf(incoming, body.toString()).written);
    const happens = isWrite && this.#fault && isStep(this.#fault.at) ? this.#fault.happens : undefined;
    if (happens === 'dies before') this.#isDead = true;
    if (this.#isDead) return drop();
    if (happens === 'hangs before') {
      this.#fault = undefined;
      this.isHanging = true;
      await once(this.#released, 'release');
    }
    const { status, headers, content } = await forward(incoming, body, to);
    if (isWrite && status < 300) this.steps.push(stepOf(incoming, body.toString()));
    if (happens === 'dies after') this.#isDead = true;
    if (this.#isDead || happens === 'loses the response') return drop();
    response.writeHead(status, headers).end(content);
  }
}

function isWriting({ method, headers }: IncomingMessage): boolean {
  const target = headers['x-amz-target'];
  return target === undefined
    ? method === 'PUT' || method === 'POST' || method === 'DELETE'
    : writing.test(String(target));
}

/** Passes a request on as it is: its signature names the host that the function knows. */
async function forward({ method, url, headers }: IncomingMessage, body: Buffer, to: URL) {
  const passed = request({ host: to.hostname, port: to.port, method, path: url, headers, setHost: false });
  passed.end(body);
  const [answer] = (await once(passed, 'response')) as [IncomingMessage];
  const { 'transfer-encoding': _, ...others } = answer.headers;
  return { status: answer.statusCode ?? 500, headers: others, content: await buffer(answer) };
}

type Attributes = Record<string, { S?: string } | undefined>;
interface TableWrite {
  TableName: string;
  Key?: Attributes;
  Item?: Attributes;
}

function stepOf({ url = '', headers }: IncomingMessage, body: string): Step {
  const target = String(headers['x-amz-target'] ?? '');
  if (target.endsWith('SendMessage')) {
    const { QueueUrl } = JSON.parse(body) as { QueueUrl: string };
    return { isRecord: false, isEffect: true, written: [new URL(QueueUrl).pathname] };
  }
  if (!target) return { isRecord: false, isEffect: true, written: [url.replace(/\?.*/, '')] };
  const writes = tableWrites(JSON.parse(body));
  const isRecord = ({ TableName }: TableWrite) => TableName === variable('REQUESTS_TABLE');
  const effects = writes.filter((write) => !isRecord(write));
  const nameOf = ({ TableName, Key, Item }: TableWrite) => {
    const { pk, sk } = Key ?? Item ?? {};
    return [TableName, pk?.S, sk?.S].join(' ');
  };
  return { isRecord: writes.some(isRecord), isEffect: effects.length > 0, written: effects.map(nameOf) };
}

function tableWrites(input: {
  TransactItems?: Record<string, TableWrite>[];
  RequestItems?: Record<string, Record<string, { Key?: Attributes; Item?: Attributes }>[]>;
}): TableWrite[] {
  if (input.TransactItems) {
    return input.TransactItems.flatMap((item) =>
      Object.entries(item).flatMap(([kind, write]) => (kind === 'ConditionCheck' ? [] : [write])),
    );
  }
  if (!input.RequestItems) return [input as unknown as TableWrite];
  return Object.entries(input.RequestItems).flatMap(([TableName, requests]) =>
    requests.flatMap((one) => Object.values(one).map((write) => ({ TableName, ...write }))),
  );
}
