import type { RawDepth, RawEvent, RawResult, RawSample } from '../../../domain/soil/raw-reading.ts';
import type { WarningLog } from '../../../domain/soil/reading-problems.ts';
import type { SoilLab } from '../../../domain/soil/soil-reading.ts';
import { numberOf, readValue } from '../../../domain/soil/values.ts';
import { geometryOf } from '../../../domain/soil/well-known-text.ts';

type Text = string | undefined;

/** An event of MODUS, whether it was XML or JSON; all values as the file has them. */
export interface ModusEvent {
  /** `Soil`, or another kind without soil samples. */
  kind: string;
  date: Text;
  grower: Text;
  farm: Text;
  field: Text;
  lab: { name: Text; reportNumber: Text; receivedDate: Text; processedDate: Text };
  depths: { id: string; top: Text; bottom: Text; unit: Text }[];
  samples: ModusSample[];
  /** Numbers of samples of other kinds. */
  others: { kind: string; count: number }[];
}

export interface ModusSample {
  number: Text;
  /** Further ids of the sample. */
  ids: string[];
  geometry: Text;
  depths: { id: string; results: { element: Text; value: Text; unit: Text; test: Text }[] }[];
}

/** Samples of the events of one file: one for each depth. */
export function modusEvents(events: ModusEvent[], file: string, format: string, log: WarningLog): RawEvent[] {
  return events.flatMap((event) => {
    for (const { kind, count } of event.others) log.add('notSoil', file, kind, count);
    const date = dayOf(event.date);
    if (event.date !== undefined && date === undefined) log.add('unreadableDate', file, event.date);
    const { grower, farm, field } = event;
    const samples = event.samples.flatMap((sample) => samplesOf(sample, event, file, log));
    if (samples.length === 0) return [];
    const lab = labOf(event.lab);
    const known = { date, grower, farm, field, lab };
    return [{ format, ...present(known), file, samples }];
  });
}

function samplesOf(sample: ModusSample, event: ModusEvent, file: string, log: WarningLog): RawSample[] {
  const id = sample.number ?? sample.ids[0] ?? '';
  const geometry = sample.geometry === undefined ? null : geometryOf(sample.geometry);
  if (geometry === undefined) log.add('unreadablePlace', file, sample.geometry);
  return sample.depths.flatMap(({ id: depthId, results }) => {
    const read = results.flatMap((result) => resultOf(result, file, log));
    const named = event.depths.find((one) => one.id === depthId);
    const depth = depthOf(named);
    const isStated = named?.top !== undefined || named?.bottom !== undefined;
    if (isStated && !depth) log.add('unreadableDepth', file, `${named.top ?? ''}-${named.bottom ?? ''}`);
    if (read.length === 0) return [];
    return [{ id, otherIds: sample.ids, geometry: geometry ?? null, ...(depth && { depth }), results: read }];
  });
}

function depthOf(named: ModusEvent['depths'][number] | undefined): RawDepth | undefined {
  const [top, bottom] = [numberOf(named?.top ?? ''), numberOf(named?.bottom ?? '')];
  if (top === undefined || bottom === undefined) return undefined;
  return { top, bottom, ...(named?.unit !== undefined && { unit: named.unit }) };
}

function resultOf(
  { element, value, unit, test }: ModusSample['depths'][number]['results'][number],
  file: string,
  log: WarningLog,
): RawResult[] {
  const name = element ?? test;
  if (value === undefined) return [];
  if (name === undefined) {
    log.add('leftOut', file, '', 1, { all: 1 });
    return [];
  }
  const read = readValue(value);
  if (read.kind === 'missing') log.add('noValue', file, name, 1, { all: 1 });
  if (read.kind === 'missing' || read.kind === 'empty') return [];
  const original = { name, value, ...(unit !== undefined && { unit }), ...(test !== undefined && { method: test }) };
  if (read.kind !== 'number') return [{ original }];
  return [{ original, value: read.value, ...(read.qualifier && { qualifier: read.qualifier }) }];
}

function labOf({ name, reportNumber, receivedDate, processedDate }: ModusEvent['lab']): SoilLab | undefined {
  const lab = present({
    name,
    reportNumber,
    receivedDate: dayOf(receivedDate),
    processedDate: dayOf(processedDate),
  });
  return Object.keys(lab).length > 0 ? lab : undefined;
}

/** The day of a date or instant of XML Schema, as it is written there. */
function dayOf(text: Text): string | undefined {
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].{0,40})?$/.exec(text ?? '')?.[1];
  return day !== undefined && new Date(day).toJSON()?.startsWith(day) ? day : undefined;
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function present<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
}
