import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLock } from '../../layers/gdal/lock.mjs';
import { nodeFromNpm, type PinnedNode } from '../../layers/npm-node.ts';

/*
 * Runs a command on another Node than this one: every `node` and `npm` that it starts is that of the version.
 *
 *   node --import tsx test/tiers/on-node.ts 22 .ci/run --quick
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** By major version. 24 is the very Node that Lambda runs. */
export const nodes: Readonly<Record<string, PinnedNode>> = {
  22: {
    version: '22.23.5',
    integrity: 'sha512-3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==',
  },
  24: readLock(root).node,
};

/** The environment in which `node` is the one of a major version; fetches it at first. */
export async function environmentOfNode(major: string): Promise<NodeJS.ProcessEnv> {
  const pinned = nodes[major];
  if (!pinned) throw new Error(`There is no Node ${major} here: ${Object.keys(nodes).join(', ')}`);
  const node = await nodeFromNpm(root, pinned, 'which laptops may have', (line) => console.error(line));
  return { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [major = '', program = '', ...args] = process.argv.slice(2);
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: await environmentOfNode(major) });
  process.exitCode = status ?? 1;
}
