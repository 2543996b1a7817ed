import { join } from 'node:path';
import { uploadSeconds } from '../../domain/files/reader-limits.ts';
import type { ArtefactName } from '../../domain/machine-files/artefact.ts';
import type {
  ImageSink,
  MachineFileEngine,
  OperationSink,
  ProcessedFile,
  ProcessingOrder,
  ResultSink,
  StoredPoints,
} from '../../domain/machine-files/machine-file-engine.ts';
import { type MachineProblem, machineProblem } from '../../domain/machine-files/problem.ts';
import { stepsUntil } from '../../domain/machine-files/step.ts';
import { ContainedFailure, expected } from '../containment/contained-failure.ts';
import type { ContainedReaders } from '../containment/contained-readers.ts';
import type { Peer, Services } from '../containment/peer.ts';
import {
  combinedSchema,
  inspectedSchema,
  processedSchema,
  sentArtefact,
  sentImage,
  sentPoints,
} from './engine-answers.ts';
import { inputName } from './engine-services.ts';

type Download = (path: string) => Promise<boolean>;
/** Asks the process, which has the files. */
type Work<T> = (peer: Peer) => Promise<T>;
/** What a process may ask for, given the way to read what it offers. */
type ServicesOf = (peer: () => Peer) => Services;

/**
 * Reads machine files in contained processes, one for each piece of work. What is stored is read from the process and stored by this one,
 * which alone can.
 *
 * @param seconds that a piece of work may take.
 */
export function containedEngine(readers: ContainedReaders, seconds: number = uploadSeconds): MachineFileEngine {
  /** Undefined when one of the files is not there. */
  const withFiles = <T>(downloads: Download[], servicesOf: ServicesOf, work: Work<T>): Promise<T | undefined> =>
    readers.use(async ({ process }) => {
      for (const [index, download] of downloads.entries()) {
        if (!(await download(join(process.folder, inputName(index))))) return undefined;
      }
      let peer: Peer | undefined;
      const services = servicesOf(() => peer as Peer);
      return process.work(seconds * 1000, services, (given) => {
        peer = given;
        return work(given);
      });
    });

  return {
    async inspect({ name, download }, work) {
      let hasBegun = false;
      const inspected = withFiles([download], noServices, async (peer) => {
        const { sets, problems } = expected(inspectedSchema, await peer.ask('inspect', name));
        hasBegun = true;
        const pack = (index: number) =>
          async function* () {
            yield* peer.read(Number(await peer.ask('pack', index)));
          };
        return work({ sets: sets.map((set, index) => ({ ...set, pack: pack(index) })), problems });
      });
      return inspected.catch((error) => {
        if (!(error instanceof ContainedFailure) || hasBegun) throw error;
        return work({ sets: [], problems: [problemOf(error, name, seconds)] });
      });
    },

    process({ name, download }, { fieldsOn, ...order }, sink) {
      const ask = async (peer: Peer) => {
        const answer = await peer.ask('process', { name, order });
        return answer === null ? undefined : expected(processedSchema, answer);
      };
      return withFiles([download], (peer) => resultServices(sink, fieldsOn, peer), ask).catch(failed(name, seconds));
    },

    async merge(sources, { fieldsOn, ...order }, sink) {
      const ask = async (peer: Peer) =>
        expected(processedSchema, await peer.ask('merge', { files: sources.map(({ file }) => file), order }));
      const services: ServicesOf = (peer) => resultServices(sink, fieldsOn, peer);
      return withFiles(downloadsOf(sources), services, ask)
        .then(there)
        .catch(failed(sources[0]?.file.fileName ?? '', seconds));
    },

    async combine(sources, order, sink) {
      const ask = async (peer: Peer) => ({
        made: expected(combinedSchema, await peer.ask('combine', { files: sources.map(({ file }) => file), order })),
      });
      const { made } = there(await withFiles(downloadsOf(sources), (peer) => sinkServices(sink, peer), ask));
      return made ?? undefined;
    },
  };
}

const noServices = (): Services => ({});

const downloadsOf = (sources: StoredPoints[]) => sources.map(({ download }) => download);

/** Points that are gone from the lake are worth another attempt: their file was deleted, and so will be what is made of it. */
function there<T>(made: T | undefined): T {
  if (made === undefined) throw new Error('the points of a file are not there');
  return made;
}

function sinkServices(sink: ImageSink & Pick<OperationSink | ResultSink, 'artefact'>, peer: () => Peer): Services {
  return {
    async image(value: unknown) {
      const { name, content, contentType } = sentImage.parse(value);
      await sink.image(name, Buffer.from(content, 'base64'), contentType);
    },
    async artefact(value: unknown) {
      const { name, content } = sentArtefact.parse(value);
      await sink.artefact(name as ArtefactName & Parameters<OperationSink['artefact']>[0], peer().read(content));
    },
  };
}

function resultServices(sink: ResultSink, fieldsOn: ProcessingOrder['fieldsOn'], peer: () => Peer): Services {
  return {
    ...sinkServices(sink, peer),
    points: (value: unknown) => sink.points(() => peer().read(sentPoints.parse(value))),
    fieldsOn: (ground: Parameters<typeof fieldsOn>[0]) => fieldsOn(ground),
  };
}

/** What becomes of a file over which the process that read it failed. */
function failed(name: string, seconds: number): (error: unknown) => ProcessedFile {
  return (error) => {
    if (!(error instanceof ContainedFailure)) throw error;
    const problem = problemOf(error, name, seconds);
    const steps = stepsUntil('rawGeojson', problem.message);
    return { status: 'failed', steps, artefacts: ['originalFile'], problems: [problem] };
  };
}

function problemOf({ reason, message }: ContainedFailure, file: string, seconds: number): MachineProblem {
  if (reason === 'error') return machineProblem('conversionFailed', file, { reason: message });
  if (reason === 'deadline') return machineProblem('readingTooLong', file, { seconds });
  return machineProblem(reason === 'memory' ? 'readingTooLarge' : 'readingBroke', file);
}
