import { resolve } from 'node:path';
import { type Endpoints, readEndpoints } from '../../local/state/endpoints-file.ts';
import { CommandProblem, type Invocation } from './command.ts';

/** The option of every command that reads the state of an embedded cloud. */
export const dataDirOption = {
  type: 'string',
  value: 'DIR',
  description: 'the state directory (default: DATA_DIR, else .furrow)',
} as const;

export const dataDirVariable = { DATA_DIR: 'the state directory' };

/**
 * The selected state directory, as an absolute path.
 *
 * @example dataDirOf({ options: {}, environment: { DATA_DIR: '/data' } }) // '/data'
 */
export function dataDirOf({ options, environment }: Pick<Invocation, 'options' | 'environment'>): string {
  return resolve(String(options['data-dir'] || environment.DATA_DIR || '.furrow'));
}

/** How to reach the embedded cloud that runs on the state directory. @throws CommandProblem when none does. */
export function runningCloud(invocation: Pick<Invocation, 'options' | 'environment'>): Endpoints {
  const dataDir = dataDirOf(invocation);
  const endpoints = endpointsIn(dataDir);
  if (endpoints) return endpoints;
  throw new CommandProblem(
    `Furrow is not running on ${dataDir}: start it with npm start, or name another directory with --data-dir`,
  );
}

function endpointsIn(dataDir: string): Endpoints | undefined {
  try {
    return readEndpoints(dataDir);
  } catch (error) {
    throw new CommandProblem((error as Error).message);
  }
}
