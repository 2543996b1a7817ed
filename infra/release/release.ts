import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '../template.ts';
import { type ReleasedStack, releasedOf } from './released.ts';

/** The stacks in the order in which they are deployed; each uses only those before it. */
export const stackNames = ['data', 'api', 'workers', 'observability'] as const;
export type StackName = (typeof stackNames)[number];

/** Those that environments have in which alarms notify. */
export const optionalStacks: ReadonlySet<StackName> = new Set<StackName>(['observability']);

/** What a release deploys, as far as the next one, or a way back to it, has to know. */
export type Release = Readonly<Record<StackName, ReleasedStack>>;

/**
 * A release out of the templates of its stacks.
 *
 * @param template of a stack by its name, without `furrow-<environment>-`.
 */
export function releaseOf(template: (stack: StackName) => Template, environment: string): Release {
  return Object.fromEntries(stackNames.map((stack) => [stack, releasedOf(template(stack), environment)])) as Record<
    StackName,
    ReleasedStack
  >;
}

const templateFile = /^furrow-(.+)-data\.template\.json$/;

/**
 * Reads a release from the folder that `cdk synth` wrote, or from a file below `infra/release/releases`.
 *
 * @throws Error if there are no templates of one environment.
 */
export function readRelease(path: string): Release {
  if (!statSync(path).isDirectory()) return JSON.parse(readFileSync(path, 'utf8')) as Release;
  const environments = readdirSync(path).flatMap((file) => templateFile.exec(file)?.[1] ?? []);
  const [environment] = environments;
  if (!environment || environments.length > 1)
    throw new Error(
      `${path} holds the templates of ${environments.length === 0 ? 'no environment' : environments.join(' and ')}: name a folder with those of one`,
    );
  const templateOf = (stack: StackName): Template => {
    const file = join(path, `furrow-${environment}-${stack}.template.json`);
    if (optionalStacks.has(stack) && !existsSync(file)) return { Resources: {} };
    return JSON.parse(readFileSync(file, 'utf8')) as Template;
  };
  return releaseOf(templateOf, environment);
}
