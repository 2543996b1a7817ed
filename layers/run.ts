import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program without a shell; what it printed is part of the error when it fails. */
export async function run(
  program: string,
  parameters: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  try {
    const { stdout } = await execute(program, parameters, { ...options, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${program} ${parameters.join(' ')} failed: ${stderr.trim() || message}`, { cause: error });
  }
}
