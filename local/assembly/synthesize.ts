import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Runs the CDK app like `cdk synth -c layers=placeholder`, in a process of its own: `aws-cdk-lib` is large, and
 * a start with an existing assembly should not load it.
 *
 * @throws Error with the app's output, without stack frames of libraries.
 */
export async function synthesize({ projectDir, outDir }: { projectDir: string; outDir: string }): Promise<void> {
  const environment = {
    ...process.env,
    CDK_OUTDIR: outDir,
    CDK_CONTEXT_JSON: JSON.stringify(await context(projectDir)),
    // The template validator takes three quarters of the time; `cdk deploy` runs it, and so does test/infra.
    CDK_VALIDATION: 'false',
  };
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), 'bin/app.ts'], {
    cwd: projectDir,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const exit = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code === null ? `signal ${signal}` : `exit code ${code}`));
  });
  if (exit !== 'exit code 0') {
    throw new Error(`the CDK app (bin/app.ts) could not be synthesized, ${exit}:\n${readable(printed)}`);
  }
}

/** The context that the CDK's command line would pass: that of cdk.json, and the metadata that SAM reads. */
async function context(projectDir: string): Promise<Record<string, unknown>> {
  const configuration = JSON.parse(await readFile(join(projectDir, 'cdk.json'), 'utf8').catch(missingAsEmpty)) as {
    context?: Record<string, unknown>;
  };
  return {
    ...configuration.context,
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:enable-asset-metadata': true,
    layers: 'placeholder',
    // A laptop is no deployment: keys, topics and quotas of an account say nothing about it.
    settings: 'none',
  };
}

function missingAsEmpty(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '{}';
  throw error;
}

const foreignFrame = /^\s+at .*(node:|node_modules)/;
const maxLines = 40;

function readable(printed: string): string {
  const lines = printed.split('\n').filter((line) => line.trim() !== '' && !foreignFrame.test(line));
  return lines.slice(-maxLines).join('\n');
}
