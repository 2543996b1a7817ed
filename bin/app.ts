/*
 * The CDK app's composition root: bundles the functions, then synthesizes the stacks that deploy them.
 *
 * `npx cdk` runs it; so does the embedded cloud, without the CDK's command line: `CDK_OUTDIR=… node --import tsx
 * bin/app.ts`. Both get the same templates, since this program reads the context of cdk.json itself.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areas } from '../functions/areas.ts';
import { routes } from '../functions/http/routes.ts';
import { bundle } from '../infra/bundling/bundle.ts';
import { openApp } from '../infra/context/app-context.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  const opened = openApp(root);
  // The bundler is a process of its own: it works while the constructs of the CDK, which are large, are loaded.
  const [bundles, { synthesize }] = await Promise.all([
    bundle({ root, outdir: join(root, 'dist/functions') }),
    import('../infra/synthesize.ts'),
  ]);
  synthesize({ ...opened, root, bundles, routes: routes(areas) });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
