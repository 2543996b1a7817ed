import { unzipSync } from 'fflate';
import { zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { sample } from './samples.ts';

/** Files of a sample that are changed on their way into a test, so that nothing foreign is in the repository. */
export type Change = (content: Buffer) => Uint8Array;

/** The zip of a sample in which the files whose names fit are changed. @throws Error when none fits. */
export function changedSample(path: string, changes: [names: RegExp, change: Change][]): Uint8Array {
  const files: Record<string, Uint8Array> = unzipSync(sample(path));
  for (const [names, change] of changes) {
    const fitting = Object.entries(files).filter(([name]) => names.test(name));
    if (fitting.length === 0) throw new Error(`no file of ${path} fits ${names}`);
    for (const [name, content] of fitting) files[name] = change(Buffer.from(content));
  }
  return zipOf(files);
}

/** The beginning of a file. */
export const cutTo =
  (share: number): Change =>
  (content) =>
    content.subarray(0, Math.floor(content.length * share));

/** The mark with which programs of Windows begin UTF-8. */
export const withByteOrderMark: Change = (content) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), content]);

/** Task data with some of its tasks, and the files of their logs alone. */
export function someTasks(zip: Uint8Array, ids: string[]): Uint8Array {
  const entries = Object.entries(unzipSync(zip)).map(([name, content]) => [name, Buffer.from(content)] as const);
  const isMain = (name: string) => /taskdata\.xml$/i.test(name);
  const text = entries.find(([name]) => isMain(name))?.[1].toString() ?? '';
  const kept = text.replace(/<TSK A="([^"]*)"[\s\S]*?<\/TSK>\s*/g, (task, id) => (ids.includes(id) ? task : ''));
  const logs = new Set([...kept.matchAll(/<TLG A="([^"]*)"/g)].map(([, log]) => log));
  const rest = entries.filter(([name]) => logs.has(/(TLG\d+)\.(xml|bin)$/i.exec(name)?.[1]));
  return zipOf({ ...Object.fromEntries(rest), 'TASKDATA.XML': kept });
}

/** Where each record of a time log begins, by its header alone: time, the members of its position that are logged, and its values. */
export function recordStarts(log: Buffer, positionBytes: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at < log.length; at += 7 + positionBytes + 5 * (log[at + 6 + positionBytes] ?? 0)) starts.push(at);
  return starts;
}
