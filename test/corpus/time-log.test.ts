import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ISOXMLManager } from 'isoxml';
import { describe, expect, test } from 'vitest';
import { readTimeLogHeader } from '../../adapters/machine-files/converters/iso/task-data.ts';
import { readTimeLog } from '../../adapters/machine-files/rows/time-log.ts';
import { temporaryDirectory } from '../adapters/boundary-files/upload-fixture.ts';
import { corpus, entryOf, sample } from './independent/samples.ts';

/** Samples for the service's own reader of time logs, which holds one block of a log, beside `isoxml`, which holds all of it. */
const folder = 'dev4Agriculture+isoxml-dotnet';

interface ReferenceLog {
  attributes: { Filename: string };
  parsingErrors: string[];
  parseBinaryFile(): {
    timeLogs: {
      time: Date;
      values: { [key: string]: number };
      position?: { PositionNorth: number; PositionEast: number };
    }[];
  };
}

async function referenceLogs(zip: Buffer): Promise<ReferenceLog[]> {
  const manager = new ISOXMLManager();
  await manager.parseISOXMLFile(new Uint8Array(zip), 'application/zip');
  const tasks = manager.rootElement.attributes.Task ?? [];
  return tasks.flatMap(({ attributes }) => (attributes.TimeLog ?? []) as unknown as ReferenceLog[]);
}

async function logOf(header: Buffer, log: Buffer) {
  const directory = await temporaryDirectory();
  const [xml, path] = [join(directory, 'TLG00001.XML'), join(directory, 'TLG00001.BIN')];
  await writeFile(xml, header);
  await writeFile(path, log);
  const description = { name: 'TLG00001.XML', path: xml, bytes: header.length, kind: 'other' as const };
  return { path, header: await readTimeLogHeader(description) };
}

describe.skipIf(!corpus)('a time log has the same records as read by isoxml', () => {
  test.each([
    ['TotalsTests_TASKDATA.zip', 0],
    ['SingleDPD.zip', 0],
    ['CorruptStream.zip', 500_000],
  ])('%s', async (file, begins) => {
    const zip = sample(`${folder}/${file}`).subarray(begins);
    const logs = await referenceLogs(zip);
    expect(logs.length).toBeGreaterThan(0);
    for (const log of logs) {
      const name = log.attributes.Filename;
      const header = entryOf(zip, new RegExp(`${name}\\.xml$`, 'i'));
      const read = await logOf(header, entryOf(zip, new RegExp(`${name}\\.bin$`, 'i')));
      const { timeLogs } = log.parseBinaryFile();
      // isoxml reads one damaged record before it notices the damage, and no later ones.
      const whole = log.parsingErrors.length > 0 ? timeLogs.slice(0, -1) : timeLogs;
      const values = new Float64Array(read.header.values.length);
      const records = readTimeLog(read.path, read.header, values);
      const carried = new Map<string, number>();
      for (const { time, values: logged, position } of whole) {
        const { value, done } = records.next();
        if (done) throw new Error(`${name} ends before its reference`);
        for (const [key, number] of Object.entries(logged)) carried.set(key, number);
        const found = read.header.values.map(({ ddi, element }, index) => {
          const key = `${ddi.toString(16).toUpperCase().padStart(4, '0')}_${element}`;
          return [key, values[index], carried.get(key) ?? Number.NaN];
        });
        for (const [key, number, expected] of found)
          if (!Object.is(number, expected)) expect([name, key, number]).toEqual([name, key, expected]);
        if (value.time !== time.getTime()) expect(value.time).toBe(time.getTime());
        expect(Math.abs(value.latitude - (position?.PositionNorth ?? 0))).toBeLessThan(1e-9);
        expect(Math.abs(value.longitude - (position?.PositionEast ?? 0))).toBeLessThan(1e-9);
      }
      if (log.parsingErrors.length === 0) expect(records.next()).toEqual({ done: true, value: 0 });
    }
  });
});

describe.skipIf(!corpus)('a time log of more than 40 MB', () => {
  test('takes as much memory as a small one', async () => {
    const zip = sample(`${folder}/TotalsTests_TASKDATA.zip`);
    const one = entryOf(zip, /TLG00003\.bin$/);
    const times = Math.ceil((50 * 1024 ** 2) / one.length);
    const { path, header } = await logOf(entryOf(zip, /TLG00003\.xml$/), Buffer.concat(Array(times).fill(one)));
    const values = new Float64Array(header.values.length);
    const before = process.memoryUsage().rss;
    let [records, max] = [0, 0];
    const log = readTimeLog(path, header, values);
    for (let next = log.next(); !next.done; next = log.next()) {
      if (++records % 50_000 === 0) max = Math.max(max, process.memoryUsage().rss - before);
    }
    expect(records).toBe(4336 * times);
    expect(max).toBeLessThan(100 * 1024 ** 2);
  });
});
