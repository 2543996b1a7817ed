/*
 * Makes the native layers that the functions are deployed with: `npm run layers`. Each is done when it can be; what could
 * not be made says why and what to do.
 */
import { fileURLToPath } from 'node:url';
import { buildLayer, type Layer } from './build-layer.ts';
import { duckdb } from './duckdb/recipe.ts';
import { gdal } from './gdal/recipe.ts';
import { checkTotal, inMegabytes } from './layer-size.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const layers: Layer[] = [];
const problems: string[] = [];
for (const recipe of [duckdb, gdal]) {
  const say = (line: string) => console.log(`${recipe.name}: ${line}`);
  try {
    const layer = await buildLayer(recipe, { root, say });
    say(`${inMegabytes(layer.bytes)}, in layers/${recipe.name}/build`);
    layers.push(layer);
  } catch (error) {
    problems.push((error as Error).message);
  }
}
problems.push(...checkTotal(layers));
for (const problem of problems) console.error(`\n${problem}`);
if (problems.length > 0) process.exitCode = 1;
else console.log('Both layers are ready: npx cdk deploy --all');
