import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deployedStack } from '../../../bin/commands/installation.ts';
import { runFurrow } from '../../../bin/commands/run-furrow.ts';
import type { Template } from '../../../infra/template.ts';
import { templates } from '../../infra/synthesize.ts';
import { mockedClient } from '../../mocked-client.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('releases');
const cloudFormation = mockedClient(CloudFormationClient);
let printed: string[];

/** Writes a release of the environment prod as `cdk synth` does. */
function written(name: string, all: Record<string, Template>): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  for (const [stack, template] of Object.entries(all))
    writeFileSync(join(path, `furrow-prod-${stack}.template.json`), JSON.stringify(template));
  return path;
}

const print = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
const complain = vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(line));
let today: string;
/** A release whose function of users queries an index that today's table lacks. */
let earlier: string;

beforeAll(() => {
  today = written('today', templates());
  const others = structuredClone(templates());
  const api = JSON.stringify(others.api).replaceAll('furrow-prod-users/index/byName', 'furrow-prod-users/index/byHat');
  earlier = written('earlier', { ...others, api: JSON.parse(api) as Template });
});

beforeEach(() => {
  printed = [];
  cloudFormation.reset();
});

afterEach(() => {
  print.mockClear();
  complain.mockClear();
});

describe('furrow rollback-check', () => {
  test('says how to go back, functions alone', async () => {
    expect(await runFurrow(['rollback-check', 'infra/release/releases/0.json', '--from', today], {})).toBe(0);
    expect(printed.join('\n')).toContain(
      'npx cdk deploy --exclusively -c environment=<environment> furrow-<environment>-observability furrow-<environment>-workers furrow-<environment>-api',
    );
  });

  test('names what functions of the earlier release would miss, in the templates that are deployed', async () => {
    cloudFormation.on(GetTemplateCommand).callsFake(({ StackName, TemplateStage }) => {
      expect(TemplateStage).toBe('Original');
      return { TemplateBody: readFileSync(join(today, `${StackName}.template.json`), 'utf8') };
    });
    expect(await runFurrow(['rollback-check', earlier, '--stack', 'furrow-prod-data'], {})).toBe(1);
    expect(printed).toContain(
      '- api uses dynamodb:table/furrow-<environment>-users/index/byHat, which is not there once api is updated.',
    );
    expect(await runFurrow(['rollback-check', today, '--stack', 'furrow-prod-data'], {})).toBe(0);
    expect(printed.at(-3)).toContain(
      '-c environment=prod furrow-prod-observability furrow-prod-workers furrow-prod-api',
    );
  });

  test('refuses what is no release, and a deployment that nobody named', async () => {
    const mixed = written('mixed', templates());
    cpSync(join(mixed, 'furrow-prod-data.template.json'), join(mixed, 'furrow-dev-data.template.json'));
    expect(await runFurrow(['rollback-check', mixed, '--from', today], {})).toBe(1);
    expect(printed.at(-1)).toMatch(/mixed is no release: .*holds the templates of dev and prod/);
    expect(await runFurrow(['rollback-check', folder, '--from', today], {})).toBe(1);
    expect(printed.at(-1)).toMatch(/holds the templates of no environment/);
    expect(await runFurrow(['rollback-check', earlier], {})).toBe(1);
    expect(printed.at(-1)).toMatch(/--stack furrow-prod-data/);
    expect(await runFurrow(['rollback-check', earlier, '--stack', 'tractors'], {})).toBe(1);
    expect(printed.at(-1)).toMatch(/tractors is no data stack of a deployment/);
  });
});

test('the command line finds a deployment by its account and region, and the key by its output', async () => {
  cloudFormation.on(DescribeStacksCommand, { StackName: 'furrow-staging-data' }).resolves({
    Stacks: [
      {
        StackId: 'arn:aws-cn:cloudformation:cn-north-1:111122223333:stack/furrow-staging-data/1',
        StackName: 'furrow-staging-data',
        CreationTime: new Date(0),
        StackStatus: 'CREATE_COMPLETE',
        Outputs: [{ OutputKey: 'SecretsKeyId', OutputValue: '12ab' }],
      },
    ],
  });
  const { names, queueUrls } = await deployedStack('furrow-staging-data');
  expect(names).toMatchObject({
    USERS_TABLE: 'furrow-staging-users',
    FILES_BUCKET: 'furrow-staging-files-111122223333-cn-north-1',
    LAKE_BUCKET: 'furrow-staging-lake-111122223333-cn-north-1',
    SECRETS_KEY_ID: '12ab',
  });
  expect(queueUrls).toContain('https://sqs.cn-north-1.amazonaws.com.cn/111122223333/furrow-staging-user-erasures');
});
