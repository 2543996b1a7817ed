import { readFileSync } from 'node:fs';
import { type Context, readContext } from '../../../infra/context/read-context.ts';
import { readSettingsFile } from '../../../infra/settings/settings-file.ts';
import { CommandProblem } from '../command.ts';

/**
 * The settings that a deployment would have: those given as `name=value`, those of cdk.context.json, and those of the settings file in this folder.
 *
 * @throws CommandProblem if a file cannot be read, or a setting has no value, is unknown or wrong.
 */
export function cdkSettings(given: readonly string[]): Context {
  const pairs = given.map((text) => {
    const [name = '', ...value] = text.split('=');
    if (name === '' || value.length === 0) throw new CommandProblem(`-c takes name=value, not "${text}"`);
    return [name, value.join('=')];
  });
  const context: Record<string, unknown> = { ...contextIn('cdk.context.json'), ...Object.fromEntries(pairs) };
  try {
    return readContext(context, readSettingsFile('.', context.settings ? String(context.settings) : undefined));
  } catch (error) {
    throw new CommandProblem((error as Error).message);
  }
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
