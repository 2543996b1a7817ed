import { satelliteImageKey, usageShapeKey } from '../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import { UnsettledReading } from '../../../domain/parser-attempts.ts';
import type { PlanetEngine } from '../../../domain/satellite/planet/planet-engine.ts';
import type { PlanetOrders } from '../../../domain/satellite/planet/planet-stores.ts';
import type { ProcessStore, StartedProcess } from '../../../domain/satellite/processes/process-store.ts';
import type { ProcessDirectory } from '../../../domain/satellite/satellite-stores.ts';
import type { ProcessedScene, SceneEngine, SceneSink } from '../../../domain/satellite/scenes/scene-engine.ts';
import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import type { SceneSource } from '../../../domain/satellite/scenes/scene-source.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { type Message, RetryLater } from '../../queue/sqs-worker.ts';
import { maxParserAttempts } from '../../queue/within-attempts.ts';
import type { SceneMessage } from './messages.ts';

export interface SceneServices {
  processes: Pick<ProcessStore, 'started' | 'tried' | 'succeed' | 'fail'>;
  directory: Pick<ProcessDirectory, 'get'>;
  source: Pick<SceneSource, 'find'>;
  engine: SceneEngine;
  planet: PlanetEngine;
  orders: Pick<PlanetOrders, 'expired'>;
  files: Pick<ObjectStore, 'put' | 'remove'>;
}

/** Retries of a catalogue that is down come after one minute, two, four, up to a quarter of an hour: for some four hours. */
const firstDelaySeconds = 60;
const maxDelaySeconds = 15 * 60;
/** A malformed answer may have been cut off on its way; it is requested at most this often. */
const maxOddAnswers = 4;

/**
 * Makes the images of one scene over one field. Idempotent: images replace those of an earlier attempt, and the record ends once. The process fails
 * with a reason if another attempt would not help, and at the last attempt in any case.
 */
export async function processOne(asked: SceneMessage, message: Message, services: SceneServices): Promise<void> {
  const started = await services.processes.started(asked.ownerId, asked.fieldId, asked.processId);
  if (!started) return;
  await services.processes.tried(started);
  try {
    await makeImages(started, services);
  } catch (error) {
    if (error instanceof SceneProblem) return fail(started, error.message, services);
    if (error instanceof ProviderProblem) return retryOrFail(started, error, message, services);
    const isLast = message.lastAttempt || (error instanceof UnsettledReading && message.attempt >= maxParserAttempts);
    if (isLast) await fail(started, 'The scene could not be processed. Reprocess it later.', services);
    throw error;
  }
}

async function makeImages(started: StartedProcess, services: SceneServices): Promise<void> {
  const { process } = started;
  const { files, processes, directory } = services;
  const written: string[] = [];
  const sink: SceneSink = async (file, content, contentType) => {
    const key = satelliteImageKey(process, file);
    written.push(key);
    await files.put(key, content, contentType);
  };
  const made = await (process.provider === 'planet' ? imagesOfOrder : imagesOfScene)(started, sink, services);
  if (!made) return;
  const shapeKey = await keepShape(started, files);
  if (await processes.succeed(started, made, shapeKey)) return;
  // The images of a field that was deleted meanwhile are removed. A process that is still there has images of another worker under the same keys.
  if (await directory.get(process.ownerId, process.fieldId, process.id)) return;
  // A scene that is processed again may have been counted before: the shape of that fact stays.
  const uncounted = started.run === 1 ? [shapeKey] : [];
  await files.remove([...written, ...uncounted]);
}

/**
 * Copies the ground of the field for its usage fact, under the id of the process: a deleted field takes its geometry and images along, and usage
 * stays. Written before the fact, so that no fact lacks its shape.
 */
async function keepShape({ process, field }: StartedProcess, files: Pick<ObjectStore, 'put'>): Promise<string> {
  const key = usageShapeKey(process.ownerId, 'scenes', process.id);
  await files.put(key, JSON.stringify(field.geometry), 'application/geo+json');
  return key;
}

async function imagesOfScene(
  { process: { collection, sceneId }, field }: StartedProcess,
  sink: SceneSink,
  { source, engine }: SceneServices,
): Promise<ProcessedScene> {
  const scene = await source.find(collection, sceneId);
  if (!scene) throw new SceneProblem(`The catalogue has no scene ${sceneId} in ${collection} any more.`);
  return engine.process(scene, field.geometry, sink);
}

/** Undefined when no images can be made at the moment, because the links of the files have to be requested again. */
async function imagesOfOrder(
  started: StartedProcess,
  sink: SceneSink,
  { planet, orders }: SceneServices,
): Promise<ProcessedScene | undefined> {
  const { process, field, files } = started;
  // The process was restarted after the message was sent; its order is looked at first.
  if (!files) return undefined;
  try {
    return await planet.process({ files, assetTypes: process.assetTypes ?? [] }, field.geometry, sink);
  } catch (error) {
    if (!(error instanceof ProviderProblem && error.kind === 'missing')) throw error;
    await orders.expired(started);
    return undefined;
  }
}

/** Fails the process, unless waiting may help. @throws RetryLater */
async function retryOrFail(
  started: StartedProcess,
  problem: ProviderProblem,
  { attempt, lastAttempt }: Message,
  services: SceneServices,
): Promise<void> {
  const helps = problem.passes || (problem.kind === 'malformed' && attempt < maxOddAnswers);
  if (!helps || lastAttempt) return fail(started, problem.message, services);
  const delay = problem.retryAfterSeconds ?? firstDelaySeconds * 2 ** Math.min(attempt - 1, 4);
  throw new RetryLater(problem.message, Math.min(delay, maxDelaySeconds), { cause: problem });
}

async function fail(started: StartedProcess, reason: string, { processes }: SceneServices): Promise<void> {
  const { id, sceneId, collection } = started.process;
  console.warn({ process: id, collection, sceneId, reason });
  await processes.fail(started, reason);
}
