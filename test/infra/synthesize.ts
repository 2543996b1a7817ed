import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App } from 'aws-cdk-lib';
import { areas } from '../../functions/areas.ts';
import { routes } from '../../functions/http/routes.ts';
import { functionNeeds } from '../../functions/manifests.ts';
import type { Bundle } from '../../infra/bundling/bundle.ts';
import { appContext } from '../../infra/context/app-context.ts';
import { environmentNamed } from '../../infra/context/environment.ts';
import { layerFolders } from '../../infra/context/layer-folders.ts';
import { addFurrow, type FurrowOptions } from '../../infra/furrow.ts';
import type { Template } from '../../infra/template.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Stubs of every function in the table of needs: templates do not depend on the content of a bundle. */
export function stubBundles(): Bundle[] {
  const areaNames = new Set(areas.map(({ name }) => name));
  const folder = temporaryFolder('functions');
  return Object.keys(functionNeeds).map((name) => {
    const directory = join(folder, name);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'index.mjs'), `export const handler = async () => '${name}';\n`);
    return { name, kind: areaNames.has(name) ? 'area' : 'worker', directory };
  });
}

/** An app with Furrow's stacks as in `bin/app.ts`, with differing `options`. */
export function furrowApp(options: Partial<FurrowOptions> = {}): App {
  const app = new App({
    outdir: temporaryFolder('cdk'),
    context: appContext(root),
    analyticsReporting: false,
  });
  addFurrow(app, {
    environment: environmentNamed('prod'),
    routes: routes(areas),
    bundles: stubBundles(),
    layers: layerFolders(root, 'placeholder'),
    ...options,
  });
  return app;
}

/**
 * Templates by the last word of their stack's name: `data`, `api`, `workers`, `observability`. Those without options are synthesized once per
 * process, and read-only.
 */
export function templates(options?: Partial<FurrowOptions>): Record<string, Template> {
  if (options) return made(options);
  plain ??= made({});
  return plain;
}

let plain: Record<string, Template> | undefined;

function made(options: Partial<FurrowOptions>): Record<string, Template> {
  // The validator has its own test, and takes time.
  const { stacks } = withoutValidator(() => furrowApp(options).synth());
  return Object.fromEntries(stacks.map(({ stackName, template }) => [stackName.split('-').at(-1) ?? '', template]));
}

/** Synthesizes without the CDK's validator, and restores it even on errors, since later files of the process need it. */
export function withoutValidator<T>(synthesize: () => T): T {
  process.env.CDK_VALIDATION = 'false';
  try {
    return synthesize();
  } finally {
    delete process.env.CDK_VALIDATION;
  }
}
