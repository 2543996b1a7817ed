import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What an app starts with: the CDK's behaviours that cdk.json chooses, and metadata by which SAM finds the code of a
 * function. The CDK's command line passes both on, but the app also runs without it and must give the same templates.
 */
export function appContext(root: string): Record<string, unknown> {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
  return { ...context, 'aws:cdk:enable-asset-metadata': true, 'aws:cdk:enable-path-metadata': true };
}
