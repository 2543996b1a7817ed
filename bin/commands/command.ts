/** An option of a command, in an object whose keys are the names of options. */
export interface CommandOption {
  type: 'string' | 'boolean';
  /** Its effect and its default. */
  description: string;
  /** The placeholder of the value in the help, such as `DIR`. */
  value?: string;
  short?: string;
  /** The option may be repeated; its values are a list. */
  multiple?: boolean;
}

export type OptionValue = string | boolean | (string | boolean)[] | undefined;

/** A command line, parsed by the command's own options. */
export interface Invocation {
  options: Record<string, OptionValue>;
  /** The arguments that are not options. */
  words: string[];
  environment: NodeJS.ProcessEnv;
}

export interface Command {
  /** The words after `furrow`, such as `redrive <queue> [options]`; one line for each form. */
  usage: string[];
  /** The effect of the command, in a few lines. */
  description: string;
  options: Record<string, CommandOption>;
  /** The environment variables that the command reads, each with its purpose. */
  variables?: Record<string, string>;
  /** Resolves to the exit code. A `CommandProblem` is printed as it is; any other error with its stack. */
  run(invocation: Invocation): Promise<number>;
}

/** A problem that the user of the command can solve; its message says what was wrong and what to do. */
export class CommandProblem extends Error {
  override name = 'CommandProblem';
}
