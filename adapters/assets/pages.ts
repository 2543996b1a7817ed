import { readFile } from 'node:fs/promises';
import { readAsset } from './read-asset.ts';

interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** The built files of the pages, from the folder beside the running bundle. */
export function builtPages() {
  const json = async <T>(name: string) => JSON.parse(Buffer.from(await readAsset(name)).toString()) as T;
  const manifest = json<Record<string, Chunk>>('manifest.json');
  // The first request reports the failure.
  manifest.catch(() => {});
  return {
    readFile: (name: string): Promise<Uint8Array | undefined> => readAsset(name).catch(missing),
    about: () => json<{ version: string }>('about.json'),
    async filesOf(entry: string) {
      const chunks = await manifest;
      const own = Object.values(chunks).find(({ name, isEntry }) => isEntry && name === entry);
      if (!own) throw new Error(`web/ has no entry ${entry}`);
      const reached = [own, ...importsOf(own, chunks)];
      return {
        script: own.file,
        imports: [...new Set(reached.slice(1).map(({ file }) => file))],
        styles: [...new Set(reached.flatMap(({ css = [] }) => css))],
      };
    },
  };
}

function importsOf({ imports = [] }: Chunk, chunks: Record<string, Chunk>): Chunk[] {
  const direct = imports.flatMap((key) => chunks[key] ?? []);
  return direct.flatMap((chunk) => [chunk, ...importsOf(chunk, chunks)]);
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

/** The demo owner that the first start has noted, and the sample file beside the note. */
export function demoFiles<D extends { sampleFile: string }>(noteFile: string) {
  const read = async () => JSON.parse(await readFile(noteFile, 'utf8')) as D;
  return { read, sample: async (): Promise<Uint8Array> => readFile((await read()).sampleFile) };
}
