import { spawn } from 'node:child_process';
import type { Step } from './read-guide.ts';

const separator = '--- next step ---';

/** Runs the steps of a guide one after the other in one bash, as a reader would in one terminal; returns their output. */
export async function runSteps(steps: Step[], cwd: string, variables: Record<string, string>): Promise<string[]> {
  const script = ['set -euo pipefail', ...steps.map(({ commands }) => `${commands}\necho '${separator}'`)].join('\n');
  const child = spawn('bash', ['-s'], { cwd, env: { ...process.env, ...variables } });
  const printed = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.error += text;
  });
  child.stdin.end(script);
  const code = await new Promise((resolve) => child.once('close', resolve));
  const outputs = printed.out.split(`${separator}\n`);
  if (code !== 0) {
    const { heading, commands } = steps[outputs.length - 1] ?? { heading: 'the end', commands: '' };
    throw new Error(`${code} in "${heading}":\n${commands}\n${outputs.at(-1)}\n${printed.error}`);
  }
  return outputs;
}
