import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { ImageSink } from '../../../../domain/machine-files/machine-file-engine.ts';
import { outputKey, pointLayerFile } from '../../../../domain/machine-files/output-on-demand.ts';
import { layerPropertiesOf } from '../../../../domain/machine-files/points/point-layer.ts';
import { machineProblem, NotMade } from '../../../../domain/machine-files/problem.ts';
import { countedFiles } from '../../../../domain/operations/counted-files.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import { pointsOf } from '../lake-points.ts';
import type { ProcessingServices } from '../services.ts';

/** Writes the layers of a file or an operation into the cache: of all its points, with those marked that cleanup rules take for abnormal work. */
export async function writePointLayers(
  ownerId: string,
  made: MachineFile | Operation,
  services: ProcessingServices,
): Promise<void> {
  const { id, svcUserId, updatedTime: version, units = {} } = made;
  const { operationType, within, sources, rules } = await pointsFor(ownerId, made, services);
  if (!operationType) throw new NotMade(machineProblem('noPoints', id));
  const sink: ImageSink = {
    image: (name, content, contentType) =>
      services.files.put(outputKey({ ownerId, svcUserId, id, version }, pointLayerFile(name)), content, contentType),
  };
  const order = {
    ...{ operationType, units, properties: layerPropertiesOf(operationType, units) },
    within,
    countsOnce: !('fileName' in made),
    filter: rules ?? (await services.settings(ownerId, svcUserId)),
  };
  await services.engine.writeLayers(
    sources.map((source) => pointsOf(ownerId, source, services)),
    order,
    sink,
  );
}

async function pointsFor(ownerId: string, made: MachineFile | Operation, services: ProcessingServices) {
  const { machineFiles } = services;
  if ('fileName' in made) {
    const { sources, operationType, cropFields: within } = made;
    return {
      operationType,
      within,
      sources: sources ? await machineFiles.many(ownerId, sources) : [made],
      rules: undefined,
    };
  }
  const { type: operationType, fields, rules } = made;
  const within = rules.splitOperationsByField ? fields.map((field) => field.id) : undefined;
  return { operationType, within, sources: await machineFiles.many(ownerId, countedFiles(made)), rules };
}
