import { timestamp } from '../../../../domain/clock.ts';
import { artefacts } from '../../../../domain/machine-files/artefact.ts';
import { failedWork, type Subject } from '../../../../domain/machine-files/drawing.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { OutputSink } from '../../../../domain/machine-files/machine-file-engine.ts';
import {
  cachedName,
  type OutputOnDemand,
  outputKey,
  pointLayersOutput,
} from '../../../../domain/machine-files/output-on-demand.ts';
import { type MachineProblem, machineProblem, NotMade } from '../../../../domain/machine-files/problem.ts';
import { countedFiles } from '../../../../domain/operations/counted-files.ts';
import { type Operation, operationArtefacts } from '../../../../domain/operations/operation.ts';
import type { Message } from '../../../queue/sqs-worker.ts';
import { withinAttempts } from '../../../queue/within-attempts.ts';
import { pointsOf } from '../lake-points.ts';
import type { MakeMessage } from '../messages.ts';
import type { ProcessingServices } from '../services.ts';
import { failedProblem } from './failed-problem.ts';
import { originalOf } from './original-of.ts';
import { writePointLayers } from './write-point-layers.ts';

/**
 * Makes an output that a client downloads, into the cache: raw points and the archive of a file from its original, by the
 * present reader, all others of the points in the lake. Nothing is done when the file or operation has been made again meanwhile.
 */
export async function makeOutput(asked: MakeMessage, message: Message, services: ProcessingServices): Promise<void> {
  const { ownerId, kind, id, version, output } = asked;
  const made =
    kind === 'file' ? await services.machineFiles.get(ownerId, id) : await services.operations.get(ownerId, id);
  if (made?.updatedTime !== version) return;
  const subject: Subject = { ownerId, id, svcUserId: made.svcUserId };
  const store = services.outputs(output);
  const sinkTo = ({ file, contentType }: { file: string; contentType: string }): OutputSink => ({
    output: (content) =>
      services.files.putStream(outputKey({ ...subject, version }, cachedName(output, file)), content, contentType),
  });
  const fail = (problem: MachineProblem) =>
    store.end(subject, version, {
      endedTime: timestamp(services.clock.now()),
      ...failedWork(problem, services.clock.now()),
    });
  await withinAttempts<MachineProblem>(store.attempts(subject, version), message.delivery, {
    async work() {
      try {
        if (output === pointLayersOutput) await writePointLayers(ownerId, made, services);
        else if ('fileName' in made) await writeOfFile(ownerId, made, output, sinkTo(artefactOf(output)), services);
        else await writeOfOperation(ownerId, made, output, sinkTo(artefactOf(output)), services);
      } catch (error) {
        return fail(failedProblem(error, id, message));
      }
      await store.remove(ownerId, id);
    },
    giveUp: (problem = machineProblem('processingGivenUp', id)) => fail(problem),
  });
}

type Artefact = Exclude<OutputOnDemand, typeof pointLayersOutput>;

function artefactOf(output: Artefact) {
  return output === 'filteredGeojson' ? operationArtefacts.filteredGeojson : artefacts[output];
}

async function writeOfFile(
  ownerId: string,
  file: MachineFile,
  output: Artefact,
  sink: OutputSink,
  services: ProcessingServices,
): Promise<void> {
  const { engine, files } = services;
  const { fileName, part, operationType, units = {} } = file;
  if (output === 'originalFile') return packOriginal(ownerId, file, sink, services);
  if (output === 'rawGeojson') {
    const written = await engine.writeRaw(originalOf(ownerId, file, files), { part }, sink);
    if (!written) throw new NotMade(lost(fileName));
    return;
  }
  if (!operationType) throw new NotMade(machineProblem('noPoints', fileName));
  await engine.write([pointsOf(ownerId, file, services)], { operationType, units, bySource: true }, sink);
}

/** Packs the set of a file that is read from its upload, as a zip of its own. */
async function packOriginal(
  ownerId: string,
  file: MachineFile,
  sink: OutputSink,
  { engine, files }: ProcessingServices,
): Promise<void> {
  const { fileName, inUpload } = file;
  const upload = { ...originalOf(ownerId, file, files), name: inUpload?.name ?? fileName };
  const packed = await engine.inspect(upload, async ({ sets }) => {
    const set = sets.find((one) => one.file === fileName);
    if (set) await sink.output(set.pack());
    return set !== undefined;
  });
  if (!packed) throw new NotMade(lost(fileName));
}

const lost = (fileName: string) => machineProblem('unreadable', fileName, { reason: 'it is not stored any more' });

/** Writes the points of an operation, or those of them that are normal work, by the settings with which it was made. */
async function writeOfOperation(
  ownerId: string,
  operation: Operation,
  output: Artefact,
  sink: OutputSink,
  services: ProcessingServices,
): Promise<void> {
  const { type: operationType, units, fields, rules } = operation;
  const sources = await services.machineFiles.many(ownerId, countedFiles(operation));
  const order = {
    operationType,
    units,
    within: rules.splitOperationsByField ? fields.map((field) => field.id) : undefined,
    filter: output === 'filteredGeojson' ? rules : undefined,
    countsOnce: true,
  };
  await services.engine.write(
    sources.map((source) => pointsOf(ownerId, source, services)),
    order,
    sink,
  );
}
