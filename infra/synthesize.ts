import { Annotations, type App } from 'aws-cdk-lib';
import type { Route } from '../functions/http/routes.ts';
import type { Bundle } from './bundling/bundle.ts';
import type { OpenedApp } from './context/app-context.ts';
import { layerFolders } from './context/layer-folders.ts';

import { addFurrow } from './furrow.ts';

export interface SynthesizeOptions extends OpenedApp {
  /** The project's folder. */
  root: string;
  bundles: readonly Bundle[];
  routes: readonly Route[];
}

/** Writes the templates that the context asks for, into the CDK's output folder. */
export function synthesize({ root, app, context: { layers, ...context }, bundles, routes }: SynthesizeOptions): void {
  addFurrow(app, { ...context, bundles, routes, layers: layerFolders(root, layers) });
  if (layers === 'placeholder') warnOfPlaceholders(app);
  app.synth();
}

function warnOfPlaceholders(app: App): void {
  const stack = app.node.children.find(({ node }) => node.id.endsWith('-workers'));
  if (!stack) return;
  Annotations.of(stack).addWarningV2(
    'furrow:placeholder-layers',
    'The native layers are placeholders. Deployed like this, the workers would refuse every file: leave out -c layers=placeholder.',
  );
}
