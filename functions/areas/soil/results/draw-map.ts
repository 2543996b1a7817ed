import { readLines } from '../../../../adapters/lake/read-lines.ts';
import { invalid, Problem } from '../../../../domain/errors.ts';
import { soilKey, soilSamples } from '../../../../domain/files/soil-keys.ts';
import { limits, limitText } from '../../../../domain/limits.ts';
import { mappableAnalytes, mappedValues } from '../../../../domain/soil/map/mapped-values.ts';
import { soilMap } from '../../../../domain/soil/map/soil-map.ts';
import type { SampleLine } from '../../../../domain/soil/outputs/sample-line.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { SoilServices } from '../services.ts';
import { refuseUnlessCompleted } from './completed.ts';
import type { resultEndpoints } from './endpoints.ts';

export const drawSoilMap: Handler<typeof resultEndpoints.drawSoilMap, SoilServices> = async (
  { found, owner, query: { analyte } },
  { files },
) => {
  const { batch, entry } = found.entry;
  refuseUnlessCompleted(entry);
  if ((entry.sampleCount ?? 0) > limits.shownSamples) throw tooLarge();
  const samples: SampleLine[] = [];
  const key = soilKey(owner.id, batch.svcUserId, { batchId: batch.id, entryId: entry.id }, soilSamples);
  for await (const line of readLines((await files.getStream(key)) ?? nothing())) samples.push(JSON.parse(line));
  const values = mappedValues(samples, analyte);
  if (!values) throw notMeasured(analyte, mappableAnalytes(samples));
  const body = soilMap(values);
  if (Buffer.byteLength(body) > limits.responseBytes) throw tooLarge();
  return { status: 200, body };
};

async function* nothing(): AsyncGenerator<Uint8Array> {}

function notMeasured(analyte: string | undefined, others: readonly string[]): Problem {
  const what = analyte === undefined ? 'any analyte' : analyte;
  const instead = others.length > 0 ? ` There are numbers for ${others.slice(0, 50).join(', ')}.` : '';
  const detail = `No sample of the zip has a number for ${what}.${instead}`;
  return new Problem('notFound', detail, { errorKey: 'soilAnalyteNotFound' });
}

function tooLarge(): Problem {
  const message = `A map has at most ${limitText.shownSamples} samples, and has to fit a response. Download the GeoJSON instead.`;
  return invalid('#/entryId', message, 'tooManySamples');
}
