import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPages } from '../../../infra/bundling/build-pages.ts';

interface Chunk {
  file: string;
  name: string;
  imports?: string[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Bytes of script that a slow phone parses within a moment. */
const maxScriptBytes = 100_000;
/** Bytes of script on a page where machine data, soil results and boundaries are sent and drawn. */
const maxScriptBytesOfUploads = 110_000;
/** Bytes of script on an owner's page with both components, which loads the scripts of both. */
const maxScriptBytesOfBoth = 120_000;
/** Bytes of script of the console with its plot, on a laptop or a tablet: its text is shown without them. */
const maxScriptBytesOfConsole = 250_000;

describe('the pages', () => {
  let files: Map<string, Uint8Array>;
  let chunks: Record<string, Chunk>;

  beforeAll(async () => {
    files = await buildPages(root);
    chunks = JSON.parse(Buffer.from(files.get('manifest.json') ?? []).toString());
  });

  /** All scripts loaded with these, each once. */
  function scripts(names: readonly string[]): string[] {
    const reach = (chunk: Chunk): string[] => [
      chunk.file,
      ...(chunk.imports ?? []).flatMap((key) => (chunks[key] ? reach(chunks[key]) : [])),
    ];
    const own = Object.values(chunks).filter(({ name }) => names.includes(name));
    expect(own).toHaveLength(names.length);
    return [...new Set(own.flatMap(reach))];
  }

  test.each([
    ['of what runs here', ['landing'], maxScriptBytes],
    ['of a link to providers', ['link', 'furrow-connect'], maxScriptBytes],
    ['of a link to uploads', ['link', 'furrow-upload'], maxScriptBytesOfUploads],
    ['with both components', ['components'], maxScriptBytesOfBoth],
    ['of the console', ['console', 'axis-plot'], maxScriptBytesOfConsole],
  ])('%s stays within its limit of script', (what, names, max) => {
    const loaded = scripts(names);
    const bytes = (ending: string) =>
      loaded.reduce((sum, file) => sum + (files.get(`${file}${ending}`)?.length ?? 0), 0);
    console.log(
      `page ${what}: ${loaded.length} scripts, ${Math.round(bytes('') / 1000)} kB, ${Math.round(bytes('.br') / 1000)} kB compressed`,
    );
    expect(bytes('')).toBeLessThanOrEqual(max);
  });

  test('refer to each script and style by its content hash, and load nothing from elsewhere', () => {
    const texts = [...files].filter(([name]) => /\.(js|css)$/.test(name));
    expect(texts.map(([name]) => name).filter((name) => !/-[\w-]{8}\.(js|css)$/.test(name))).toEqual([]);
    const urls = texts.flatMap(
      ([, content]) =>
        Buffer.from(content)
          .toString()
          .match(/https?:\/\/[\w.-]+/g) ?? [],
    );
    expect([...new Set(urls)].filter((url) => url !== 'http://www.w3.org')).toEqual([]);
  });
});
