import { zipSync } from 'fflate';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import { askedOf, type PointImage } from '../../../domain/machine-files/image.ts';
import type { ResultSink } from '../../../domain/machine-files/machine-file-engine.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { drawImages } from './draw-images.ts';

/** Draws the images of a machine file that the settings ask for, one by one and all of them in a zip. */
export async function drawFileImages(
  operationType: OperationType,
  units: PointUnits,
  settings: Settings,
  sink: ResultSink,
  work: WorkDatabase,
): Promise<PointImage[]> {
  const drawn: Record<string, Uint8Array> = {};
  const both: Pick<ResultSink, 'image'> = {
    image(name, content, contentType) {
      drawn[name] = content;
      return sink.image(name, content, contentType);
    },
  };
  const images = await drawImages({ properties: askedOf(operationType, settings), units }, both, work);
  // PNG is compressed already.
  if (images.length > 0) await sink.artefact('zippedPNGs', once(zipSync(drawn, { level: 0 })));
  return images;
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
