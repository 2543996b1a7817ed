/** An option of a command; its name is the key under which it stands. */
export interface CommandOption {
  type: 'string' | 'boolean';
  /** Its effect and its default. */
  description: string;
  /** Stands for the value in the help, such as `DIR`. */
  value?: string;
  short?: string;
  /** May be given several times; the values come as a list. */
  multiple?: boolean;
}

export type OptionValue = string | boolean | (string | boolean)[] | undefined;

/** A command line, parsed by the command's own options. */
export interface Invocation {
  options: Record<string, OptionValue>;
  /** The words that are no options. */
  words: string[];
  environment: NodeJS.ProcessEnv;
}

export interface Command {
  /** The words after `furrow`, such as `redrive <queue> [options]`; one line for each form. */
  usage: string[];
  /** Its effect, in a few lines. */
  description: string;
  options: Record<string, CommandOption>;
  /** The environment variables that it reads, with what they are for. */
  variables?: Record<string, string>;
  /** Resolves to the exit code. A `CommandProblem` is printed as it is; any other error with its stack. */
  run(invocation: Invocation): Promise<number>;
}

/** Something that the person at the keyboard can put right; its message says what was wrong and what to do. */
export class CommandProblem extends Error {
  override name = 'CommandProblem';
}
