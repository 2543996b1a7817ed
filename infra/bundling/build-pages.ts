import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { limits } from '../../domain/limits.ts';
import { buildGuides } from './build-guides.ts';
import { compressed } from './compressed.ts';

/** Entries that a browser loads by themselves: scripts of pages, and components that other pages embed. */
const entries = {
  landing: 'landing/landing.tsx',
  link: 'link/link.tsx',
  console: 'console/console.tsx',
  components: 'components/components.ts',
  playground: 'components/playground.tsx',
  guides: 'guides/guides.ts',
};

/**
 * Builds the pages' scripts and styles: files by their names, each beside its compressed twin (`.br`), `manifest.json`, which leads from an entry
 * to its files, `about.json` with the version, and the guides. Names carry a hash of the content, so that browsers may keep them for ever.
 */
export async function buildPages(root: string): Promise<Map<string, Uint8Array>> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const web = join(root, 'web');
  const built = await build({
    root: web,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    // Chunks name each other relative to themselves: the pages are served below whatever base the API has.
    base: './',
    define: { FURROW_LIMITS: JSON.stringify({ uploadBytes: limits.uploadBytes }) },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: '[name]-[hash].js' } } },
    build: {
      write: false,
      manifest: 'manifest.json',
      target: ['chrome109', 'firefox115', 'safari16'],
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(web, path)])),
        preserveEntrySignatures: 'exports-only',
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
        },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const files = new Map<string, Uint8Array>([
    ['about.json', Buffer.from(JSON.stringify({ version }))],
    ...(await buildGuides(root)),
  ]);
  for (const output of outputs) {
    const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
    files.set(output.fileName, content);
    if (/\.(js|css)$/.test(output.fileName)) files.set(`${output.fileName}.br`, compressed(content));
  }
  return files;
}
