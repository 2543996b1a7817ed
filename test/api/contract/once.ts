import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, vi } from 'vitest';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import type { Route } from '../../../functions/http/routes.ts';
import type { LambdaHandler } from '../../../functions/http/serve.ts';
import { httpEvent, newRequestId } from '../../../local/gateway/http-event.ts';
import type { RoutePlan } from '../../../local/template/plan-apis.ts';
import { freeTypes } from '../alerts/listener.ts';
import { cloudClock, idle, table } from '../cloud.ts';
import { freshUser } from '../users/user.ts';
import { type Fault, MortalFunctions, type Step } from './mortal-functions.ts';
import { endpoints, validRequest } from './requests.ts';
import { freshWorld, type World } from './world.ts';

/** Endpoints that work on machine files: they come first, before others start work on them. */
const ofFiles = ['cropOperationByField', 'mergeFiles'];
/** Endpoints that need what the world's user has. */
const ofWorld = [
  ...[...ofFiles, 'createFieldFromPoints', 'createFarm', 'createSeason', 'createZone'],
  ...['enableGrowersSync', 'syncOrganizations'],
];
const position = ({ operationId }: Route) => (ofFiles.includes(operationId) ? 0 : 1);
/** Every endpoint that takes an `Idempotency-Key`. */
export const taking = endpoints
  // What is sent to a provider needs its sandbox: `assets/send-layer` and `prescriptions/killed` repeat that.
  .filter(({ endpoint, area }) => endpoint.idempotent && !['layers', 'prescriptions'].includes(area))
  .sort((one, other) => position(one) - position(other));
/** Endpoints that share a handler, of which the first is broken in every way. */
const families: [string, RegExp][] = [
  ['credentials', /^create\w+Credentials$/],
  ['app keys', /^create\w+AppKey$/],
  ['fields', /^createField(FromPoints)?$/],
  ['links of users', /^create\w+LinkForUser$/],
  ['links', /^create\w+Link$/],
];
const familyOf = ({ operationId }: Route) => families.find(([, name]) => name.test(operationId))?.[0] ?? operationId;
const first = new Set<Route>(
  taking.filter((route, index) => taking.findIndex((one) => familyOf(one) === familyOf(route)) === index),
);

/** Function bundles have GEOS beside them; their sources do not. */
vi.mock('../../../adapters/geos/packaged-geos.ts', () => ({
  packagedGeos: () => () => geosOverlay(() => import('geos-wasm')),
}));

const folders: Record<string, string> = { query: 'query/run' };

const functions = new MortalFunctions();
let world: World;

/** Before all tests: functions that can be made to die, and an owner with one of everything. */
export async function startMortalFunctions(): Promise<void> {
  world = await freshWorld();
  await functions.start();
}

export const stopMortalFunctions = () => functions.stop();

async function handlerOf({ area }: Route): Promise<LambdaHandler> {
  const path = `../../../functions/areas/${folders[area] ?? area}/index.ts`;
  return ((await import(/* @vite-ignore */ path)) as { handler: LambdaHandler }).handler;
}

/** The world's ids, or those of a user of its own: work on what one request makes does not delay others. */
async function freshIds({ area, operationId }: Route): Promise<Record<string, string>> {
  if (operationId === 'createWebhook') await freeTypes(world.owner, world.ids.webhookId);
  // Each field of the world's user starts work on its files.
  if (operationId === 'createFieldFromPoints') await idle();
  if (operationId === 'cropOperationByField') return { ...world.ids, id: world.ids.operationId ?? '' };
  if (ofWorld.includes(operationId)) return world.ids;
  const appName = area === 'keys' ? { appName: crypto.randomUUID() } : {};
  return { ...world.ids, svcUserId: (await freshUser(world.owner)).id, ...appName };
}

/** The event of a request as the gateway makes it, for each time that it is sent. */
async function sender(route: Route, key: string): Promise<() => Parameters<LambdaHandler>[0]> {
  const { method, path, sent } = validRequest(route, await freshIds(route));
  const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json);
  const encoded = new Request('http://127.0.0.1', { method, body: body ?? null });
  const content = Buffer.from(await encoded.clone().arrayBuffer());
  const [rawPath = '', query = ''] = path.split('?');
  // The function finds its endpoint by the path.
  const match = { route: { routeKey: 'ANY /{proxy+}' } as RoutePlan, pathParameters: undefined };
  const headers = {
    host: '127.0.0.1',
    authorization: `Bearer ${await world.owner.token('id')}`,
    'content-type': sent.json === undefined ? (encoded.headers.get('content-type') ?? '') : 'application/json',
    ...sent.headers,
    ...(route.endpoint.idempotent === 'respond-async' && { prefer: 'respond-async' }),
    'idempotency-key': key,
  };
  const request = {
    method,
    path: rawPath,
    query,
    headers,
    cookies: [],
    protocol: 'HTTP/1.1',
    sourceIp: '127.0.0.1',
    address: { scheme: 'http', host: '127.0.0.1' } as const,
    body: content,
  };
  const now = cloudClock.now();
  return () => httpEvent(request, { apiId: 'api', stage: '$default', rawPath, match, requestId: newRequestId(), now });
}

/** Lets the minute pass after which a run is taken for dead. */
async function letMinutePass({ operationId }: Route, key: string): Promise<void> {
  const { client, name: TableName } = table('requests');
  const command = new UpdateCommand({
    TableName,
    Key: { pk: `answer#${world.owner.owner.id}#${operationId}#${key}`, sk: 'answer' },
    UpdateExpression: 'ADD startedAt :past',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':past': -61 },
  });
  // Without a record there is nothing to wait for.
  await client.send(command).catch(() => {});
}

interface Found {
  status: number;
  problem: string | undefined;
  /** Names of the items, objects and queues that were written, each once, without parts that differ from one request to the next. */
  written: string[];
  members: string[];
  isSame: boolean;
}

/** Sends a request with a key whose function meets a fault, and repeats it like a client. */
async function sent(route: Route, fault?: { at: number; happens: Fault }): Promise<Found & { steps: Step[] }> {
  const key = crypto.randomUUID();
  const [handler, event] = [await handlerOf(route), await sender(route, key)];
  functions.clear();
  if (fault?.happens === 'hangs before') {
    const hung = await hanging(handler, event, () => letMinutePass(route, key), fault);
    // What an instance remembers, such as an owner's key, is read now and then: this request had other steps.
    const at = commitIn(functions.steps);
    if (!hung && at !== fault.at && at > 0) return sent(route, { ...fault, at });
    if (!hung) throw new Error(`the request did not get to step ${fault.at}: ${JSON.stringify(functions.steps)}`);
  } else {
    const answer = await functions.run(handler, event(), fault);
    // The response to the claim itself was lost, so that nobody holds it.
    if (!answer || (fault?.at === 1 && fault.happens === 'loses the response')) await letMinutePass(route, key);
  }
  let second = await functions.run(handler, event());
  // What the field of another request regrouped may have outputs that are still being made: a client comes again.
  for (let again = 0; again < 10 && second?.statusCode === 503; again++) {
    await idle();
    second = await functions.run(handler, event());
  }
  const third = await functions.run(handler, event());
  const { steps } = functions;
  return {
    status: second?.statusCode ?? 0,
    problem: (second?.statusCode ?? 0) < 400 ? undefined : second?.body,
    members: membersOf(second?.body),
    isSame: second?.body === third?.body && second?.headers?.location === third?.headers?.location,
    written: [...new Set(steps.flatMap(({ written }) => written))].map(plain).sort(),
    steps,
  };
}

/** The request seems dead, is repeated, and goes on: what it then wants to write comes too late. False if it ended before the step at which it was to hang. */
async function hanging(
  handler: LambdaHandler,
  event: () => Parameters<LambdaHandler>[0],
  letPass: () => Promise<void>,
  fault: { at: number; happens: Fault },
): Promise<boolean> {
  let hasEnded = false;
  const slow = functions.run(handler, event(), fault).finally(() => {
    hasEnded = true;
  });
  await vi.waitUntil(() => functions.isHanging || hasEnded, { timeout: 60_000 });
  if (hasEnded) return false;
  await letPass();
  const repeated = await functions.run(handler, event());
  expect(repeated?.statusCode, String(repeated?.body)).toBeLessThan(300);
  functions.release();
  expect(await slow).toMatchObject({ statusCode: 409, body: expect.stringContaining('idempotencyKeyInProgress') });
  return true;
}

/** The step that writes the effect and the record of the response together; 0 if there is none. */
const commitIn = (steps: readonly Step[]) => steps.findIndex(({ isRecord, isEffect }) => isRecord && isEffect) + 1;

function membersOf(body = ''): string[] {
  return body.startsWith('{') ? Object.keys(JSON.parse(body) as object).sort() : [];
}

/** A name without ids, hashes and numbers. */
function plain(name: string): string {
  return name
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '{id}')
    .replace(/[\w-]{43,}/g, '{hash}')
    .replace(/\d+/g, '{n}');
}

interface BreakingPoint {
  /** Number of the step, from 1. */
  at: number;
  happens: Fault;
}

/**
 * Sends a request whole, then once for each chosen fault, and expects one effect and one response for its key.
 *
 * @param choose which of the faults to try; see `everyFault`.
 */
export async function expectOnce(
  route: Route,
  choose: (route: Route, steps: readonly Step[]) => BreakingPoint[],
): Promise<void> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { steps, ...whole } = await sent(route);
  expect(whole).toMatchObject({ isSame: true, problem: undefined });
  for (const fault of choose(route, steps)) {
    const { steps: _, ...found } = await sent(route, fault);
    expect(found, `${fault.happens} step ${fault.at} of ${steps.length}`).toEqual(whole);
  }
  log.mockRestore();
}

/** Every fault at every step of a request: the claim on its key, what it does, and its stored response. */
export function everyFault(steps: readonly Step[]): BreakingPoint[] {
  const kinds = ['dies before', 'dies after', 'loses the response'] as const;
  return [...kinds.flatMap((happens) => steps.map((_, index) => ({ at: index + 1, happens }))), ...lateFault(steps)];
}

/** Every fault for the first endpoint of those that share a handler, and what differs between them for the others. */
export function faultsByFamily(route: Route, steps: readonly Step[]): BreakingPoint[] {
  if (first.has(route)) return everyFault(steps);
  return [{ at: Math.max(commitIn(steps), 2), happens: 'dies after' }, ...lateFault(steps)];
}

function lateFault(steps: readonly Step[]): BreakingPoint[] {
  const commit = commitIn(steps);
  return commit > 0 ? [{ at: commit, happens: 'hangs before' }] : [];
}
