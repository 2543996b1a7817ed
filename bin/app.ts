/*
 * The CDK app's composition root: bundles the functions, then synthesizes the stacks that deploy them.
 *
 * `npx cdk` runs it; so does the embedded cloud, without the CDK's command line: `CDK_OUTDIR=… node --import tsx
 * bin/app.ts`. Both get the same templates, since what cdk.json sets is read here either way.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Annotations, App } from 'aws-cdk-lib';
import { areas } from '../functions/areas.ts';
import { routes } from '../functions/http/routes.ts';
import { appContext } from '../infra/app-context.ts';
import { bundle } from '../infra/bundle.ts';
import { addFurrow } from '../infra/furrow.ts';
import { layerFolders } from '../infra/layer-folders.ts';
import { readContext } from '../infra/read-context.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  const app = new App({ context: appContext(root), analyticsReporting: false });
  const { layers, ...context } = readContext(app);
  addFurrow(app, {
    ...context,
    layers: layerFolders(root, layers),
    bundles: await bundle({ root, outdir: join(root, 'dist/functions') }),
    routes: routes(areas),
  });
  if (layers === 'placeholder') warnOfPlaceholders(app);
  app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function warnOfPlaceholders(app: App): void {
  const [stack] = app.node.children.filter(({ node }) => node.id.endsWith('-workers'));
  if (!stack) return;
  Annotations.of(stack).addWarningV2(
    'furrow:placeholder-layers',
    'The native layers are placeholders. Deployed like this, the workers would refuse every file: leave out -c layers=placeholder.',
  );
}
