import { unzipSync } from 'fflate';
import { zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { sample } from './samples.ts';

/** A change of a sample's files before a test reads them, so that the repository holds no foreign files. */
export type Change = (content: Buffer) => Uint8Array;

/** The zip of a sample in which the files of matching names are changed. @throws Error when none matches. */
export function changedSample(path: string, changes: [names: RegExp, change: Change][]): Uint8Array {
  const files: Record<string, Uint8Array> = unzipSync(sample(path));
  for (const [names, change] of changes) {
    const fitting = Object.entries(files).filter(([name]) => names.test(name));
    if (fitting.length === 0) throw new Error(`no file of ${path} fits ${names}`);
    for (const [name, content] of fitting) files[name] = change(Buffer.from(content));
  }
  return zipOf(files);
}

/** Keeps the beginning of a file. */
export const cutTo =
  (share: number): Change =>
  (content) =>
    content.subarray(0, Math.floor(content.length * share));

/** Adds the byte order mark of UTF-8, which programs of Windows write. */
export const withByteOrderMark: Change = (content) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), content]);

/** Task data reduced to some of its tasks and the files of their logs. */
export function someTasks(zip: Uint8Array, ids: string[]): Uint8Array {
  const entries = Object.entries(unzipSync(zip)).map(([name, content]) => [name, Buffer.from(content)] as const);
  const isMain = (name: string) => /taskdata\.xml$/i.test(name);
  const text = entries.find(([name]) => isMain(name))?.[1].toString() ?? '';
  const kept = text.replace(/<TSK A="([^"]*)"[\s\S]*?<\/TSK>\s*/g, (task, id) => (ids.includes(id) ? task : ''));
  const logs = new Set([...kept.matchAll(/<TLG A="([^"]*)"/g)].map(([, log]) => log));
  const rest = entries.filter(([name]) => logs.has(/(TLG\d+)\.(xml|bin)$/i.exec(name)?.[1]));
  return zipOf({ ...Object.fromEntries(rest), 'TASKDATA.XML': kept });
}

/** The start of each record of a time log, by its header alone: time, the logged members of its position, and its values. */
export function recordStarts(log: Buffer, positionBytes: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at < log.length; at += 7 + positionBytes + 5 * (log[at + 6 + positionBytes] ?? 0)) starts.push(at);
  return starts;
}
