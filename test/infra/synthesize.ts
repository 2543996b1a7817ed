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

/** Every function of the table of needs, as code that does nothing: templates do not depend on what is in a bundle. */
export function stubBundles(): Bundle[] {
  const areaNames = new Set(areas.map(({ name }) => name));
  const folder = temporaryFolder('functions');
  return Object.keys(functionNeeds).map((name) => {
    const directory = join(folder, name);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'index.mjs'), `export const handler = async () => '${name}';\n`);
    return { name, kind: areaNames.has(name) ? 'area' : 'worker', directory, bytes: 0 };
  });
}

/** An app with Furrow's stacks as `bin/app.ts` makes it; `options` say what differs. */
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
 * The templates by the last word of their stack's name: `data`, `api`, `workers`, `observability`. Those without options are made once for each
 * process, and read only.
 */
export function templates(options?: Partial<FurrowOptions>): Record<string, Template> {
  if (options) return made(options);
  plain ??= made({});
  return plain;
}

let plain: Record<string, Template> | undefined;

function made(options: Partial<FurrowOptions>): Record<string, Template> {
  // The validator has a test of its own; here it would only take time.
  const { stacks } = withoutValidator(() => furrowApp(options).synth());
  return Object.fromEntries(stacks.map(({ stackName, template }) => [stackName.split('-').at(-1) ?? '', template]));
}

/** Synthesizes without the CDK's validator. Files that the same process runs later need it, also when this one throws. */
export function withoutValidator<T>(synthesize: () => T): T {
  process.env.CDK_VALIDATION = 'false';
  try {
    return synthesize();
  } finally {
    delete process.env.CDK_VALIDATION;
  }
}
