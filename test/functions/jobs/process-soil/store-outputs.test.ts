import { expect, test } from 'vitest';
import type { StreamingObjectStore } from '../../../../domain/files/object-store.ts';
import type { SoilReading } from '../../../../domain/soil/soil-reading.ts';
import { storeOutputs } from '../../../../functions/jobs/process-soil/store-outputs.ts';
import { phosphorus, sample } from '../../../domain/soil/samples.ts';

/** The texts that were stored, by name. */
async function stored(reading: SoilReading) {
  const texts: Record<string, string> = {};
  const files = {
    async putStream(key: string, content: AsyncIterable<Uint8Array>) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk);
      texts[key] = Buffer.concat(chunks).toString();
    },
  } as Partial<StreamingObjectStore> as StreamingObjectStore;
  const made = await storeOutputs(reading, 'lab.zip', (name) => name, files);
  return { texts, made };
}

const account = { cells: 0, results: 0, metadata: 0, warnings: 0 };
const hashes = { contentHash: 'c', readingHash: 'r' };

const reading = (members: Partial<SoilReading>): SoilReading => ({
  ...{ formats: [], events: [], warnings: [], account, hashes },
  ...members,
});

test('a reading becomes three files, and its record says how much is in them and where', async () => {
  const east = { ...sample([phosphorus('bray1', 1), phosphorus('olsen', 2)]), geometry: null };
  const events = [{ files: ['a.xml'], date: '2024-05-01', samples: [sample([phosphorus('bray1', 3)]), east] }];
  const { texts, made } = await stored(reading({ formats: ['modus1Xml'], events }));
  expect(made).toEqual({
    format: 'modus1Xml',
    formats: ['modus1Xml'],
    eventCount: 1,
    sampleCount: 2,
    resultCount: 3,
    warnings: [],
    bounds: [10, 52, 10, 52],
    hashes,
  });
  expect(JSON.parse(texts['standard.geojson'] ?? '').features).toHaveLength(2);
  expect(JSON.parse(texts['canonical.json'] ?? '').events[0].samples).toHaveLength(2);
  const lines = (texts['samples.jsonl'] ?? '').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { ...sample([phosphorus('bray1', 3)]), date: '2024-05-01' },
    { ...east, date: '2024-05-01' },
  ]);
});

test('text beyond one chunk is stored whole, whatever its characters', async () => {
  const field = 'Über dem Bach — 東の畑 '.repeat(20);
  const events = [{ files: ['a.xml'], field, samples: Array.from({ length: 2_000 }, () => sample([])) }];
  const { texts } = await stored(reading({ events }));
  const { features } = JSON.parse(texts['standard.geojson'] ?? '');
  expect(features).toHaveLength(2_000);
  expect(features.at(-1).properties.fieldName).toBe(field);
});

test('warnings that have no room in the record are counted there, and all in the model', async () => {
  const warnings = Array.from({ length: 50 }, (_, index) => ({ key: `w${index}`, message: '東'.repeat(1_000) }));
  const { texts, made } = await stored(reading({ warnings }));
  expect(Buffer.byteLength(JSON.stringify(made.warnings))).toBeLessThan(13_000);
  const left = 50 - (made.warnings.length - 1);
  expect(made.warnings.at(-1)).toEqual({
    key: 'moreWarnings',
    message: `The canonical JSON has more warnings: ${left}.`,
  });
  expect(JSON.parse(texts['canonical.json'] ?? '').warnings).toEqual(warnings);
});
