import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadSeconds } from '../../domain/files/reader-limits.ts';
import type { ArtefactName } from '../../domain/machine-files/artefact.ts';
import type {
  ImageSink,
  MachineFileEngine,
  OperationSink,
  OutputSink,
  ProcessedFile,
  ProcessingOrder,
  ResultSink,
  StoredPoints,
} from '../../domain/machine-files/machine-file-engine.ts';
import { type MachineProblem, NotMade } from '../../domain/machine-files/problem.ts';
import { stepsUntil } from '../../domain/machine-files/step.ts';
import { ContainedFailure, expected } from '../containment/contained-failure.ts';
import type { ContainedReaders } from '../containment/contained-readers.ts';
import type { Peer, Services } from '../containment/peer.ts';
import { unsettledReading } from '../containment/tries.ts';
import {
  combinedSchema,
  drawnSchema,
  processedSchema,
  recordsCountedSchema,
  sentArtefact,
  sentCounted,
  sentImage,
  sentPoints,
} from './engine-answers.ts';
import { inputName } from './engine-services.ts';
import { combiningProblem, drawingProblem, readingProblem } from './failure-problems.ts';
import { inspectContained } from './inspect-contained.ts';

type Download = (path: string) => Promise<boolean>;
/** Calls the process, which has the files. */
type Work<T> = (peer: Peer) => Promise<T>;
/** Creates the services for a process, given the peer from which to read its content. */
type ServicesOf = (peer: () => Peer) => Services;

/**
 * Reads machine files in contained processes, one for each try of a piece of work. Results are streamed from the process
 * and stored by this one, which alone has credentials.
 *
 * @param seconds of a processor that a try may take.
 */
export function containedEngine(readers: ContainedReaders, seconds: number = uploadSeconds): MachineFileEngine {
  /** Undefined if one of the files does not exist. */
  const withFiles = <T>(downloads: Download[], servicesOf: ServicesOf, work: Work<T>): Promise<T | undefined> =>
    readers.use(async (reader) => {
      for (const [index, download] of downloads.entries()) {
        if (!(await download(join(reader.folder, inputName(index))))) return undefined;
      }
      let peer: Peer | undefined;
      const services = servicesOf(() => peer as Peer);
      return reader.work(seconds * 1000, services, (given) => {
        peer = given;
        return work(given);
      });
    });

  return {
    inspect(upload, work) {
      return inspectContained(readers, seconds, upload, work);
    },

    process({ name, download, isRouted }, { fieldsOn, ...order }, sink) {
      const problemOf = (failure: ContainedFailure) => readingProblem(failure, name, seconds);
      const ask = async (peer: Peer) => {
        const answer = await peer.ask('process', { name, isRouted, order });
        return answer === null ? undefined : expected(processedSchema, answer);
      };
      return withFiles([download], (peer) => resultServices(sink, fieldsOn, peer), ask).catch(failed(problemOf));
    },

    async merge(sources, { fieldsOn, ...order }, sink) {
      const ask = async (peer: Peer) =>
        expected(processedSchema, await peer.ask('merge', { files: sources.map(({ file }) => file), order }));
      const services: ServicesOf = (peer) => resultServices(sink, fieldsOn, peer);
      return withFiles(downloadsOf(sources), services, ask)
        .then(there)
        .catch(failed((failure) => combiningProblem(failure, namesOf(sources), seconds)));
    },

    async combine(sources, order, sink) {
      const ask = async (peer: Peer) => ({
        made: expected(combinedSchema, await peer.ask('combine', { files: sources.map(({ file }) => file), order })),
      });
      const combined = withFiles(downloadsOf(sources), (peer) => sinkServices(sink, peer), ask);
      const { made } = await combined.then(there).catch((error) => {
        throw notMade(error, (failure) => combiningProblem(failure, namesOf(sources), seconds));
      });
      return made ?? undefined;
    },

    async countOnce(sources, order, sink) {
      const ask = async (peer: Peer) =>
        expected(recordsCountedSchema, await peer.ask('countOnce', { files: sources.map(({ file }) => file), order }));
      const services: ServicesOf = (peer) => ({
        async counted(value: unknown) {
          const { fileId, content } = sentCounted.parse(value);
          if (!order.targets.some((target) => target.fileId === fileId)) throw new Error(`${fileId} is not asked for`);
          await sink.counted(fileId, peer().read(content));
        },
      });
      return withFiles(downloadsOf(sources), services, ask)
        .then(there)
        .catch((error) => {
          throw notMade(error, (failure) => combiningProblem(failure, namesOf(sources), seconds));
        });
    },

    async write(sources, order, sink) {
      const ask = async (peer: Peer) => {
        await peer.ask('write', { files: sources.map(({ file }) => file), order });
        return true;
      };
      const written = withFiles(downloadsOf(sources), (peer) => outputServices(sink, peer), ask);
      await written.then(there).catch((error) => {
        throw notMade(error, (failure) => combiningProblem(failure, namesOf(sources), seconds));
      });
    },

    writeRaw({ name, download, isRouted }, order, sink) {
      const ask = async (peer: Peer) => {
        await peer.ask('writeRaw', { name, isRouted, order });
        return true as const;
      };
      return withFiles([download], (peer) => outputServices(sink, peer), ask).catch((error) => {
        throw notMade(error, (failure) => readingProblem(failure, name, seconds));
      });
    },

    async writeLayers(sources, order, sink) {
      const ask = async (peer: Peer) => {
        await peer.ask('writeLayers', { files: sources.map(({ file }) => file), order });
        return true;
      };
      const written = withFiles(downloadsOf(sources), () => imageServices(sink), ask);
      await written.then(there).catch((error) => {
        throw notMade(error, (failure) => combiningProblem(failure, namesOf(sources), seconds));
      });
    },

    draw(sources, order, sink) {
      const ask = async (peer: Peer) =>
        expected(drawnSchema, await peer.ask('draw', { files: sources.map(({ file }) => file), order }));
      const drawn = withFiles(downloadsOf(sources), () => imageServices(sink), ask);
      return drawn.then(there).catch((error) => {
        throw notMade(error, (failure) => drawingProblem(failure, namesOf(sources), seconds));
      });
    },
  };
}

/** Downloads an object that several sources share once. */
function downloadsOf(sources: StoredPoints[]): Download[] {
  const paths = new Map<string, string>();
  return sources.map(({ download, key }) => async (path) => {
    const shared = await key?.();
    const known = shared === undefined ? undefined : paths.get(shared);
    if (known !== undefined) {
      await link(known, path);
      return true;
    }
    if (shared !== undefined) paths.set(shared, path);
    return download(path);
  });
}

/**
 * Throws if points are missing in the lake, since a retry may succeed: if their file was deleted, so will be the
 * result.
 */
function there<T>(made: T | undefined): T {
  if (made === undefined) throw new Error('the points of a file are not there');
  return made;
}

function imageServices(sink: ImageSink): Services {
  return {
    async image(value: unknown) {
      const { name, content, contentType } = sentImage.parse(value);
      await sink.image(name, Buffer.from(content, 'base64'), contentType);
    },
  };
}

function sinkServices(sink: ImageSink & Pick<OperationSink | ResultSink, 'artefact'>, peer: () => Peer): Services {
  return {
    ...imageServices(sink),
    async artefact(value: unknown) {
      const { name, content } = sentArtefact.parse(value);
      await sink.artefact(name as ArtefactName & Parameters<OperationSink['artefact']>[0], peer().read(content));
    },
  };
}

function outputServices(sink: OutputSink, peer: () => Peer): Services {
  return { output: (value: unknown) => sink.output(peer().read(sentPoints.parse(value))) };
}

function resultServices(sink: ResultSink, fieldsOn: ProcessingOrder['fieldsOn'], peer: () => Peer): Services {
  return {
    ...sinkServices(sink, peer),
    points: (value: unknown) => sink.points(() => peer().read(sentPoints.parse(value))),
    fieldsOn: (ground: Parameters<typeof fieldsOn>[0]) => fieldsOn(ground),
  };
}

const namesOf = (sources: StoredPoints[]) => sources.map(({ file }) => file.fileName);

/** A failure that a file caused would be repeated; other errors are worth a retry. */
function notMade(error: unknown, problemOf: (failure: ContainedFailure) => MachineProblem): unknown {
  return error instanceof ContainedFailure ? new NotMade(problemOf(error)) : unsettledReading(error, problemOf);
}

/** The result of a file on which the reading process failed. */
function failed(problemOf: (failure: ContainedFailure) => MachineProblem): (error: unknown) => ProcessedFile {
  return (error) => {
    if (!(error instanceof ContainedFailure)) throw unsettledReading(error, problemOf);
    const problem = problemOf(error);
    const steps = stepsUntil('rawGeojson', problem.message);
    return { status: 'failed', steps, artefacts: ['originalFile'], problems: [problem] };
  };
}
