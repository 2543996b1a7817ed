import { unzipSync } from 'fflate';
import { zipOf } from './harvest-text.ts';

/**
 * One set of task data with the content of several: each keeps its tasks, devices and logs, under ids and names of its own, as a terminal
 * that worked with many machines writes them.
 */
export function mixedTaskData(zips: Uint8Array[], folder = 'TASKDATA'): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  const bodies = zips.flatMap((zip, index) => {
    const entries = Object.entries(unzipSync(zip)).map(([path, content]): [string, Uint8Array] => {
      return [path.replace(/^.*\//, ''), content];
    });
    // TLG00001 of the second becomes TLG10001, and DET-7 becomes DET-1007.
    const renamed = (text: string) =>
      text.replace(/"([A-Z]{3})(-?)(\d+)"/g, (_, tag, dash, number) => `"${tag}${dash}${idOf(tag, number, index)}"`);
    for (const [name, content] of entries) {
      const log = /^TLG(\d+)\.(xml|bin)$/i.exec(name);
      if (!log) continue;
      const [, number = '', extension = ''] = log;
      const isText = extension.toLowerCase() === 'xml';
      files[`${folder}/TLG${idOf('TLG', number, index)}.${extension}`] = isText
        ? Buffer.from(renamed(Buffer.from(content).toString()))
        : content;
    }
    const main = entries.find(([name]) => name.toLowerCase() === 'taskdata.xml');
    const body = /<ISO11783_TaskData[^>]*>([\s\S]*)<\/ISO11783_TaskData>/.exec(Buffer.from(main?.[1] ?? []).toString());
    return renamed(body?.[1] ?? '');
  });
  const version = 'VersionMajor="3" VersionMinor="3" DataTransferOrigin="2"';
  return zipOf({
    ...files,
    [`${folder}/TASKDATA.XML`]: `<?xml version="1.0" encoding="UTF-8"?>
      <ISO11783_TaskData ${version}>${bodies.join('\n')}</ISO11783_TaskData>`,
  });
}

function idOf(tag: string, number: string, index: number): string {
  return tag === 'TLG' ? `${index}${number.slice(-4).padStart(4, '0')}` : String(index * 1000 + Number(number));
}
