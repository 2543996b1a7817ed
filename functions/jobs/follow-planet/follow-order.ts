import type { OrderState } from '../../../domain/satellite/planet/planet.ts';
import { noPlanetKey, openPlanetKey } from '../../../domain/satellite/planet/planet-key.ts';
import type { PlacedOrder, StartedProcess } from '../../../domain/satellite/processes/process-store.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { type Message, RetryLater } from '../../queue/sqs-worker.ts';
import type { OrderMessage, PlanetMessage } from './messages.ts';
import type { FollowServices } from './services.ts';

/** An order that is not delivered in this time is cancelled. Most are delivered within minutes; Planet names no limit. */
export const maxOrderMilliseconds = 24 * 60 * 60_000;
/** SQS delays a message by at most 15 minutes. */
const maxDelaySeconds = 15 * 60;
const firstDelaySeconds = 10;
const retrySeconds = 60;
/** How long a worker may order a scene alone; workers run for less. */
const claimMilliseconds = 6 * 60_000;
/** A malformed answer is requested at most this often. */
const maxOddAnswers = 4;
/** Links of files are valid for hours. Files whose links were renewed this often count as gone. */
const maxRenewals = 3;

/** Seconds until the next look at an order after a number of looks: ten, twenty, forty, up to a quarter of an hour. */
export function secondsToNextLook(looks: number): number {
  return Math.min(firstDelaySeconds * 2 ** Math.min(looks - 1, 10), maxDelaySeconds);
}

/**
 * Orders a scene, looks at its order until it is delivered, and hands its files to the workers that make images. Each scene is ordered once: the
 * name of its order is the id of the process, by which an order is found that a worker made before it died.
 */
export async function followOrder(
  asked: OrderMessage,
  message: Message<PlanetMessage>,
  services: FollowServices,
): Promise<void> {
  const started = await services.processes.started(asked.ownerId, asked.fieldId, asked.processId);
  if (started?.process.provider !== 'planet') return;
  // Delivered files wait for a worker that makes images.
  if (!started.files) await services.processes.tried(started);
  const apiKey = await openPlanetKey(asked.ownerId, services);
  if (apiKey === undefined) return fail(started, noPlanetKey, services);
  try {
    await look(started, apiKey, message, services);
  } catch (error) {
    if (error instanceof ProviderProblem) return failOrRetry(started, error, message, services);
    if (message.lastAttempt && !(error instanceof RetryLater))
      await fail(started, 'The scene could not be ordered. Reprocess it later.', services);
    throw error;
  }
}

async function look(
  started: StartedProcess,
  apiKey: string,
  message: Message<PlanetMessage>,
  services: FollowServices,
): Promise<void> {
  const { planet, orders, processQueue, clock } = services;
  const { ownerId, fieldId, id: processId } = started.process;
  const asked = { ownerId, fieldId, processId };
  const order = started.order ?? (await place(started, 1, apiKey, services));
  if (!order) return;
  const state = started.renewals < maxRenewals ? await stateOf(order, apiKey, services) : filesGone;
  if (state.state === 'delivered') {
    if (await orders.deliver(started, state.files)) await processQueue.send(asked);
    return;
  }
  if (state.state === 'failed') {
    // Only a restarted process places a new order: another order in the same run would end like this one.
    if (order.run === started.run) return fail(started, state.reason, services);
    if (!(await place(started, order.number + 1, apiKey, services))) return;
  } else if (clock.now() - order.orderedAt >= maxOrderMilliseconds) {
    await planet.cancel(apiKey, order.id);
    return fail(started, 'Planet did not deliver the order within a day. Reprocess the scene.', services);
  } else {
    await orders.waits(started);
  }
  await message.queue.send(asked, secondsToNextLook(message.passes));
}

const filesGone: OrderState = {
  state: 'failed',
  reason:
    'Planet no longer has the files of the order. Reprocess the scene to order it again, which costs quota again.',
};

/** The state of an order. An order that Planet does not know has failed, because its files are gone. */
async function stateOf({ id }: PlacedOrder, apiKey: string, { planet }: FollowServices): Promise<OrderState> {
  try {
    return await planet.state(apiKey, id);
  } catch (error) {
    if (error instanceof ProviderProblem && error.kind === 'missing') return filesGone;
    throw error;
  }
}

/** Orders a scene. Undefined if the process has ended or the field was deleted in the meantime; then the order is cancelled. */
async function place(
  started: StartedProcess,
  number: number,
  apiKey: string,
  { planet, orders, searches, clock }: FollowServices,
): Promise<PlacedOrder | undefined> {
  const { process, field, run } = started;
  const { ownerId, fieldId, sceneId, assetTypes = [] } = process;
  const name = number === 1 ? `furrow-${process.id}` : `furrow-${process.id}-${number}`;
  // SQS may deliver a message twice at once, and a second order would cost as much as the first.
  if (!(await orders.claim(started, clock.now() + claimMilliseconds))) {
    throw new RetryLater('another worker orders the scene', retrySeconds);
  }
  const asked = { name, sceneId, assetTypes, clip: field.geometry };
  const id = await planet.order(apiKey, asked).catch(async (error: unknown) => {
    await orders.unclaim(started);
    throw error;
  });
  const order = { id, number, run, orderedAt: clock.now() };
  if (await orders.place(started, order)) {
    await searches.passed({ ownerId, fieldId }, 'order');
    return order;
  }
  await planet.cancel(apiKey, id);
  return undefined;
}

/** Fails the process, unless waiting may help. @throws RetryLater */
async function failOrRetry(
  started: StartedProcess,
  problem: ProviderProblem,
  { attempt, lastAttempt }: Message<PlanetMessage>,
  services: FollowServices,
): Promise<void> {
  const helps = problem.passes || (problem.kind === 'malformed' && attempt < maxOddAnswers);
  if (helps && !lastAttempt) {
    const delay = problem.retryAfterSeconds ?? retrySeconds * 2 ** Math.min(attempt - 1, 4);
    throw new RetryLater(problem.message, Math.min(delay, maxDelaySeconds), { cause: problem });
  }
  await fail(started, problem.message, services);
  if (problem.kind !== 'refused' && problem.kind !== 'forbidden') return;
  // A refused key fails searches as well; the next search that succeeds clears the failure.
  const step = problem.kind === 'refused' ? 'search' : 'order';
  const failure = { cause: problem.kind, reason: problem.message };
  await services.searches.failed(started.field, step, failure, true);
}

async function fail(started: StartedProcess, reason: string, { processes }: FollowServices): Promise<void> {
  console.warn({ process: started.process.id, order: started.order?.id, reason });
  await processes.fail(started, reason);
}
