import { parseArgs } from 'node:util';
import { type Command, CommandProblem, type OptionValue } from './command.ts';

export interface ReadArguments {
  options: Record<string, OptionValue>;
  words: string[];
  help: boolean;
}

/**
 * Reads a command's arguments by its options.
 *
 * @throws CommandProblem naming the argument and the options of the command.
 */
export function readArguments(name: string, command: Command, words: string[]): ReadArguments {
  const known = Object.fromEntries(
    Object.entries(command.options).map(([option, { type, short, multiple }]) => [
      option,
      { type, ...(short && { short }), ...(multiple && { multiple }) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { ...known, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    const { help = false, ...options } = values as Record<string, OptionValue>;
    return { options, words: positionals, help: help === true };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    const [reason = ''] = (error as Error).message.split('. ');
    const offered = [...Object.keys(command.options), 'help'].map((option) => `--${option}`).join(', ');
    throw new CommandProblem(`${reason}. Options of furrow ${name}: ${offered}`);
  }
}
