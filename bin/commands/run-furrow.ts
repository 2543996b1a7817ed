import { Problem } from '../../domain/errors.ts';
import { CommandProblem } from './command.ts';
import { commandHelp, furrowHelp } from './help.ts';
import { readArguments } from './read-arguments.ts';
import { commands } from './registry.ts';

/** Runs one command line and resolves to the exit code: 0 for success, 1 for a failure, 2 for invalid arguments. */
export async function runFurrow([name, ...words]: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(furrowHelp());
    return name === undefined ? 2 : 0;
  }
  const registered = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!registered) {
    console.error(`furrow: there is no command ${name}\n\n${furrowHelp()}`);
    return 2;
  }
  const command = await registered.load();
  try {
    const { help, ...invocation } = readArguments(name, command, words);
    if (!help) return await command.run({ ...invocation, environment });
    console.log(commandHelp(command));
    return 0;
  } catch (error) {
    if (!(error instanceof CommandProblem || error instanceof Problem)) throw error;
    console.error(`furrow ${name}: ${error.message}`);
    return 1;
  }
}
