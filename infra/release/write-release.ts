/*
 * Writes what the release that is being made fixes, for the next one to be compared with: `infra/release/released/<stack>.json`, and the routes of the
 * API in `infra/release/released-routes.json`.
 * Run it when a release is deployed, not before: `node --import tsx infra/release/write-release.ts <cdk.out of prod>`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Template } from '../template.ts';
import { releasedOf } from './released.ts';
import { releasedRoutesOf } from './released-routes.ts';

const [assembly] = process.argv.slice(2);
if (!assembly)
  throw new Error('Say which folder holds the templates: node --import tsx infra/release/write-release.ts cdk.out');
const target = fileURLToPath(new URL('released', import.meta.url));
const routesFile = fileURLToPath(new URL('released-routes.json', import.meta.url));

for (const file of readdirSync(assembly)) {
  const stack = /^furrow-prod-(.+)\.template\.json$/.exec(file)?.[1];
  if (!stack) continue;
  const template: Template = JSON.parse(readFileSync(join(assembly, file), 'utf8'));
  if (stack === 'api') {
    writeFileSync(routesFile, `${JSON.stringify(releasedRoutesOf(template), null, 2)}\n`);
    console.log('infra/release/released-routes.json');
  }
  const fixed = releasedOf(template);
  if (Object.keys(fixed).length === 0) continue;
  writeFileSync(join(target, `${stack}.json`), `${JSON.stringify(fixed, null, 2)}\n`);
  console.log(`infra/release/released/${stack}.json`);
}
