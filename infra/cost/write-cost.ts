import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App } from 'aws-cdk-lib';
import { areas } from '../../functions/areas.ts';
import { routes } from '../../functions/http/routes.ts';
import { functionNeeds } from '../../functions/manifests.ts';
import { appContext } from '../context/app-context.ts';
import { environmentNamed } from '../context/environment.ts';
import { layerFolders } from '../context/layer-folders.ts';
import { addFurrow } from '../furrow.ts';
import type { Template } from '../template.ts';
import { costReport, withReport } from './report.ts';

/** Writes the tables of docs/cost.md from prices, templates and workloads: `npm run cost`. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'furrow-cost-'));
// Templates do not depend on the code of functions.
const directory = join(scratch, 'function');
mkdirSync(directory);
writeFileSync(join(directory, 'index.mjs'), '');
process.env.CDK_VALIDATION = 'false';

function templatesOf(name: string): Template[] {
  const app = new App({ outdir: join(scratch, name), context: appContext(root), analyticsReporting: false });
  const areaNames = new Set(areas.map((area) => area.name));
  addFurrow(app, {
    environment: environmentNamed(name),
    routes: routes(areas),
    bundles: Object.keys(functionNeeds).map((one) => ({
      name: one,
      kind: areaNames.has(one) ? 'area' : 'worker',
      directory,
    })),
    layers: layerFolders(root, 'placeholder'),
  });
  return app.synth().stacks.map(({ template }) => template);
}

try {
  const page = join(root, 'docs/cost.md');
  const report = costReport({ dev: templatesOf('dev'), prod: templatesOf('prod') });
  writeFileSync(page, withReport(readFileSync(page, 'utf8'), report));
  console.log(report);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
