import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { readContext } from '../../infra/context/read-context.ts';
import { prepareAssembly } from '../../local/assembly/prepare-assembly.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { root } from './synthesize.ts';

const execute = promisify(execFile);
const outdir = temporaryFolder('app');

/** Runs `bin/app.ts` as the embedded cloud does, without the CDK's command line and without an AWS account. */
async function runApp(context: Record<string, string>): Promise<{ stderr: string; failed: boolean }> {
  const env = {
    PATH: process.env.PATH,
    HOME: outdir,
    CDK_OUTDIR: outdir,
    CDK_CONTEXT_JSON: JSON.stringify(context),
    CDK_VALIDATION: 'false',
  };
  try {
    const { stderr } = await execute(process.execPath, ['--import', 'tsx', 'bin/app.ts'], { cwd: root, env });
    return { stderr, failed: false };
  } catch (error) {
    return { stderr: (error as { stderr: string }).stderr, failed: true };
  }
}

describe('the app', () => {
  // The assembly is shared with the embedded cloud of other tests, and built once.
  let assembly: string;
  beforeAll(async () => {
    assembly = (await prepareAssembly({ projectDir: root })).dir;
  });

  test('writes the templates of all stacks, with placeholders for the layers and a warning of them', () => {
    const written = readdirSync(assembly).filter((name) => name.endsWith('.template.json'));
    expect(written.sort()).toEqual(['api', 'data', 'workers'].map((stack) => `furrow-dev-${stack}.template.json`));
    const said = readdirSync(assembly).filter((name) => /^manifest\.json$|\.metadata\.json$/.test(name));
    const texts = said.map((name) => readFileSync(join(assembly, name), 'utf8'));
    expect(texts.join()).toContain('layers are placeholders');
  });

  test('puts the code of each function where its metadata says', () => {
    const template = JSON.parse(readFileSync(join(assembly, 'furrow-dev-api.template.json'), 'utf8'));
    const asset = template.Resources.UsersFunction.Metadata['aws:asset:path'];
    expect(readdirSync(join(assembly, asset))).toContain('index.mjs');
  });

  test('stops at an unknown setting with one sentence and no stack', async () => {
    const { stderr, failed } = await runApp({ environment: 'prod-eu', layers: 'placeholder' });
    expect(failed).toBe(true);
    expect(stderr).toBe(
      'An environment cannot be called "prod-eu": its name has 2 to 16 lower-case letters and digits, and begins with a letter: -c environment=staging\n',
    );
  });
});

describe('the context', () => {
  const certificateArn = 'arn:aws:acm:eu-central-1:111122223333:certificate/one';

  test('is dev by default, without a domain', () => {
    expect(readContext({})).toMatchObject({
      environment: { name: 'dev' },
      domain: undefined,
      layers: undefined,
      queryEngine: 'athena',
      isProtected: false,
      importing: false,
      accountConcurrency: 1000,
    });
  });

  test.each([
    [['dev', 'prod'], true],
    ['prod', true],
    [['dev'], false],
  ])('is protected by %j where prod is in it', (of, isProtected) => {
    expect(readContext({ environment: 'prod', protected: of }).isProtected).toBe(isProtected);
  });

  test('accepts a domain with its certificate', () => {
    const context = { domainName: 'api.example.com', certificateArn, environment: 'prod' };
    expect(readContext(context)).toMatchObject({
      environment: { name: 'prod' },
      domain: { name: 'api.example.com', certificateArn },
    });
  });

  test.each([
    [{ scenesTopic: 'cirrus' }, /scenesTopic is the ARN/],
    [{ weatherModel: 'best' }, /weatherModel is one of gfs, .*bestMatch, not "best"/],
    [{ accountConcurrency: '60' }, /accountConcurrency is 60: the workers of \d+ queues need/],
    [{ accountConcurrency: 'many' }, /accountConcurrency is a whole number/],
    [{ importing: 'yes' }, /importing is true or false/],
    [{ queryEngine: 'trino' }, /queryEngine is athena or duckdb/],
    [{ environment: 'Prod' }, /cannot be called "Prod"/],
    [{ environment: 'x' }, /cannot be called "x"/],
    [{ environment: 'seventeenletters1' }, /2 to 16 lower-case letters/],
    [{ domainName: 'api.example.com' }, /A domain needs both/],
    [{ certificateArn }, /A domain needs both/],
    [{ domainName: 'https://api.example.com/', certificateArn }, /is a host name/],
    [{ domainName: 'api.example.com', certificateArn: 'my-certificate' }, /certificateArn is the ARN/],
  ])('refuses %j', (context, message) => {
    expect(() => readContext(context)).toThrow(message);
  });
});
