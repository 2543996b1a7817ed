import { readFileSync } from 'node:fs';
import { CommandProblem } from '../command.ts';

/**
 * The settings that the CDK would have: those of cdk.context.json in this folder, and those given as `name=value`.
 *
 * @throws CommandProblem if the file cannot be read, or a setting has no value.
 */
export function cdkSettings(given: readonly string[]): Record<string, string> {
  const pairs = given.map((text) => {
    const [name = '', ...value] = text.split('=');
    if (name === '' || value.length === 0) throw new CommandProblem(`-c takes name=value, not "${text}"`);
    return [name, value.join('=')];
  });
  const inFile = Object.entries(contextIn('cdk.context.json')).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries([...inFile, ...pairs]);
}

/** The content of a file with settings of the CDK; none if there is no file. */
export function contextIn(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandProblem(`${file} cannot be read: ${(error as Error).message}`);
  }
}
