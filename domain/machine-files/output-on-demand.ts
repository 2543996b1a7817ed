import type { Clock } from '../clock.ts';
import { Problem } from '../errors.ts';
import type { MessageQueue } from '../events/message-queue.ts';
import { cacheKey } from '../files/object-keys.ts';
import type { ObjectStore } from '../files/object-store.ts';
import {
  type AskedWorkStore,
  type DrawnKind,
  type FailedWork,
  hasFailed,
  retryAfterSecondsOf,
  type Subject,
} from './drawing.ts';
import { readerVersion } from './points/reader-version.ts';
import type { MachineProblem } from './problem.ts';

/** Outputs that are made when they are downloaded, by their names in links. */
export const outputsOnDemand = {
  file: ['originalFile', 'rawGeojson', 'standardGeojson'],
  operation: ['standardGeojson', 'filteredGeojson'],
} as const;

/** The layers of all properties, which are made together; they have no name among the artefacts. */
export const pointLayersOutput = 'pointLayers';

/** The file of a layer among outputs. @example pointLayerFile('speed.layer') // 'layers/speed.layer' */
export const pointLayerFile = (name: string) => `layers/${name}`;

export type OutputOnDemand = (typeof outputsOnDemand)[DrawnKind][number] | typeof pointLayersOutput;

/** Whether an output is made on demand. @example isOnDemand('file', 'polygonGeoparquet') // false */
export function isOnDemand(kind: DrawnKind, name: string): name is (typeof outputsOnDemand)[DrawnKind][number] {
  return (outputsOnDemand[kind] as readonly string[]).includes(name);
}

/** A file or operation with the time at which it was made: outputs of another version are made again. */
export interface OutputSubject extends Subject {
  kind: DrawnKind;
  version: string;
}

/** An output that a request has asked for. */
export interface AskedOutput {
  version: string;
  /** From then on (milliseconds since 1970) the next request starts the work again, if its worker has died or it failed. */
  askAgainAt: number;
  /** When the work failed, and why. */
  endedTime?: string;
  problem?: MachineProblem;
}

/** Stores which outputs are being made, and which cannot be; those that were made are only in the cache. */
export type OutputStore = AskedWorkStore<AskedOutput, { endedTime: string } & FailedWork>;

/** Asks for an output. */
export interface MakeMessage {
  step: 'make';
  ownerId: string;
  kind: DrawnKind;
  id: string;
  version: string;
  output: OutputOnDemand;
}

export interface OutputServices {
  files: Pick<ObjectStore, 'has'>;
  outputs: (output: OutputOnDemand) => OutputStore;
  queue: MessageQueue<MakeMessage>;
  clock: Clock;
  sleep: (milliseconds: number) => Promise<unknown>;
}

/** Key of an output in the cache. @param file the name of its file, such as `raw.geojson`. */
export function outputKey({ version, ...subject }: Omit<OutputSubject, 'kind'>, file: string): string {
  return cacheKey(subject, Date.parse(version), file);
}

/**
 * The name of an output's file in the cache. Raw points are read from the original again, so that they are those of a reader, which is in the name.
 *
 * @example cachedName('rawGeojson', 'raw.geojson') // 'reader-1/raw.geojson'
 */
export function cachedName(output: OutputOnDemand, file: string): string {
  return output === 'rawGeojson' ? `reader-${readerVersion}/${file}` : file;
}

const pauseMilliseconds = 300;
/** Twenty seconds: gateways end a request after thirty. */
const maxPauses = 66;
const retryAfterSeconds = 5;
/** Several times as long as an output takes: a worker that needs longer has died. */
const askAgainMilliseconds = 5 * 60_000;

/**
 * The key of an output: of the object that is stored, as the points of a merged file and the archive of a set are, or of one in the cache, which the first request
 * has made, whatever instance takes the others, and for which all wait.
 *
 * @param stored the key at which the output may be stored.
 * @throws Problem `outputBeingMade` if it takes longer than a request may, `outputNotMade` if it could not be made, for
 * some minutes, after which the next request has it tried again.
 */
export async function keyOfOutput(
  subject: OutputSubject,
  output: OutputOnDemand,
  { stored, file }: { stored?: string; file: string },
  { files, outputs, queue, clock, sleep }: OutputServices,
): Promise<string> {
  const key = outputKey(subject, cachedName(output, file));
  for (const known of [stored, key]) if (known !== undefined && (await files.has(known))) return known;
  const { ownerId, kind, id, version } = subject;
  const asked = outputs(output);
  const now = clock.now();
  const isFirst = await asked.ask(subject, version, { now, askAgainAt: now + askAgainMilliseconds });
  if (isFirst) await queue.send({ step: 'make', ownerId, kind, id, version, output });
  for (let pauses = 0; pauses < maxPauses; pauses++) {
    const known = await asked.get(ownerId, id);
    if (known?.version === version && hasFailed(known, clock.now())) throw notMade(known, clock.now());
    await sleep(pauseMilliseconds);
    if (await files.has(key)) return key;
  }
  throw new Problem(
    'unavailable',
    `The output is being made. Send the request again in ${retryAfterSeconds} seconds.`,
    {
      errorKey: 'outputBeingMade',
      retryAfterSeconds,
    },
  );
}

function notMade(failed: FailedWork, now: number): Problem {
  const { message, hint } = failed.problem;
  const seconds = retryAfterSecondsOf(failed, now);
  const detail = `The output could not be made. ${message} ${hint} It is tried again when it is requested after ${seconds} seconds.`;
  return new Problem('conflict', detail, { errorKey: 'outputNotMade', retryAfterSeconds: seconds });
}
