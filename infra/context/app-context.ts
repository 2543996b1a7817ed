import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readSettingsFile } from '../settings/settings-file.ts';
import { type Context, readContext } from './read-context.ts';

/**
 * What an app starts with: the CDK's behaviours that cdk.json chooses, and metadata by which SAM finds the code of a
 * function. The CDK's command line passes both on, but the app also runs without it and must give the same templates.
 */
export function appContext(root: string): Record<string, unknown> {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
  return { ...context, 'aws:cdk:enable-asset-metadata': true, 'aws:cdk:enable-path-metadata': true };
}

export interface OpenedApp {
  app: App;
  context: Context;
}

/**
 * A CDK app without stacks, and its settings. It loads a small part of the CDK, so that a mistake in the settings is reported before anything is
 * bundled.
 *
 * @param root the project's folder.
 * @throws Error with the mistakes in the settings.
 */
export function openApp(root: string): OpenedApp {
  const app = new App({ context: appContext(root), analyticsReporting: false });
  const context: Record<string, unknown> = app.node.getAllContext();
  const file = typeof context.settings === 'string' && context.settings !== '' ? context.settings : undefined;
  return { app, context: readContext(context, readSettingsFile(root, file)) };
}
