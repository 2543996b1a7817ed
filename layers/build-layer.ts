import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { binaryProblems } from './check-binary.ts';
import { folderSize } from './layer-size.ts';
import type { BuildOptions, Recipe } from './recipe.ts';

/** A finished layer and its size when unpacked. */
export interface Layer {
  name: string;
  bytes: number;
}

/**
 * Makes one layer and checks that Lambda can load its binaries. The layer that was there before stays until the new one is
 * whole and good.
 */
export async function buildLayer(recipe: Recipe, options: Omit<BuildOptions, 'target'>): Promise<Layer> {
  const target = join(options.root, 'layers', recipe.name, 'build');
  const draft = `${target}.part`;
  await rm(draft, { recursive: true, force: true });
  try {
    await recipe.build({ ...options, target: draft });
    await checkBinaries(recipe, draft, options.root);
    await recipe.tryOut?.(draft, options);
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return { name: recipe.name, bytes: await folderSize(target) };
}

async function checkBinaries(recipe: Recipe, folder: string, root: string): Promise<void> {
  for (const binary of recipe.binaries(root)) {
    const file = join(folder, binary);
    if (!existsSync(file))
      throw new Error(`The layer ${recipe.name} has no ${binary}: what was unpacked is not what was expected.`);
    const problems = binaryProblems(await readFile(file), await readdir(dirname(file)));
    if (problems.length > 0) {
      const list = problems.map((problem) => `- ${problem}`).join('\n');
      throw new Error(`${basename(file)} of the layer ${recipe.name} does not run in Lambda:\n${list}`);
    }
  }
}
