import { at, entries, leavesOf, listOf, text } from '../modus/json-members.ts';
import { modusAccount } from '../modus/modus-account.ts';
import { type ModusEvent, modusEvents } from '../modus/modus-events.ts';
import type { SoilFormat } from '../soil-format.ts';
import { readJson } from './modus-json.ts';

/**
 * The flat form of MODUS, whose tests have the numbers of MODUS 2 (schema `modus/slim/v1` of OADA/formats, MIT). What a sample says of
 * laboratory, source, depth and place comes before what the document says.
 */
export const modusSlim: SoilFormat = {
  key: 'modusSlim',
  recognises: ({ kind, head }) =>
    (kind === 'json' || kind === 'geojson') && /vnd\.modus\.slim|"modusTestID"\s{0,9}:/.test(head),
  async read(file, { log }) {
    const root = await readJson(file);
    const documents = Array.isArray(root) ? root : [root];
    return {
      events: modusEvents(documents.flatMap(eventsOf), file.name, this.key, log),
      account: modusAccount(leavesOf(root), file.name, log),
    };
  },
};

/** One event for each sample, since each may name a day and a field of its own; equal ones are joined. */
function eventsOf(document: unknown): ModusEvent[] {
  const kind = text(document, 'type') ?? 'soil';
  const samples = listOf(at(document, 'samples'));
  const events = new Map<string, ModusEvent>();
  for (const sample of samples) {
    const event = eventOf(document, sample, kind);
    const key = JSON.stringify({ ...event, samples: [], depths: [] });
    const known = events.get(key) ?? { ...event, samples: [], depths: [] };
    events.set(key, known);
    const id = String(known.depths.length + 1);
    known.depths.push({ ...depthOf(at(sample, 'depth') ?? at(document, 'depth')), id });
    known.samples.push({
      number: text(sample, 'lab', 'sampleid') ?? text(sample, 'id'),
      ids: [text(sample, 'source', 'sampleid'), text(sample, 'id'), text(sample, 'lab', 'aliasid')].flatMap(
        (one) => one ?? [],
      ),
      geometry: placeOf(at(sample, 'geolocation')),
      depths: [{ id, results: listOf(at(sample, 'results')).map(resultOf) }],
    });
  }
  return kind === 'soil' ? [...events.values()] : [otherKind(kind, samples.length)];
}

function eventOf(document: unknown, sample: unknown, kind: string): ModusEvent {
  const either = (...path: string[]) => text(sample, ...path) ?? text(document, ...path);
  return {
    kind,
    date: text(sample, 'source', 'date') ?? text(document, 'source', 'date') ?? text(document, 'date'),
    grower: either('source', 'grower', 'name'),
    farm: either('source', 'farm', 'name'),
    field: either('source', 'field', 'name'),
    lab: {
      name: either('lab', 'name'),
      reportNumber: either('lab', 'report', 'id'),
      receivedDate: either('lab', 'dateReceived'),
      processedDate: either('lab', 'dateProcessed'),
    },
    depths: [],
    samples: [],
    others: [],
  };
}

const otherKind = (kind: string, count: number): ModusEvent => ({
  ...eventOf({}, {}, kind),
  others: [{ kind, count }],
});

function depthOf(depth: unknown) {
  return { top: text(depth, 'top'), bottom: text(depth, 'bottom'), unit: text(depth, 'units') };
}

function placeOf(place: unknown): string | undefined {
  const [lon, lat] = [text(place, 'lon'), text(place, 'lat')];
  if (lon !== undefined && lat !== undefined) return `POINT (${lon} ${lat})`;
  const geometry = at(place, 'geojson');
  const [x, y] = listOf(at(geometry, 'coordinates'));
  return text(geometry, 'type') === 'Point'
    ? `POINT (${x} ${y})`
    : entries(geometry).length > 0
      ? JSON.stringify(geometry)
      : undefined;
}

const resultOf = (result: unknown) => ({
  element: text(result, 'analyte'),
  value: text(result, 'value'),
  unit: text(result, 'units'),
  test: text(result, 'modusTestID'),
});
