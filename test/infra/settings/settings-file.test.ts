import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readContext } from '../../../infra/context/read-context.ts';
import { readSettingsFile } from '../../../infra/settings/settings-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** The settings file with a content. */
function fileOf(content: unknown) {
  const folder = temporaryFolder('settings');
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'furrow.settings.json'), text);
  return readSettingsFile(folder);
}

test('is not needed, and can be another one or none', () => {
  const folder = temporaryFolder('settings');
  expect(readSettingsFile(folder)).toBeUndefined();
  writeFileSync(join(folder, 'other.json'), JSON.stringify({ environments: { staging: {} } }));
  expect(readSettingsFile(folder, 'other.json')).toMatchObject({ name: 'other.json', environments: { staging: {} } });
  expect(readSettingsFile(folder, 'none')).toBeUndefined();
  expect(() => readSettingsFile(folder, 'missing.json')).toThrow('There is no file missing.json');
});

describe('is refused, with the place and what would be right,', () => {
  test.each([
    ['{', /furrow\.settings\.json is not JSON/],
    [{ enviroments: {} }, /it has "enviroments"|"enviroments" is no setting; did you mean environments\? Known are/],
    [
      { environments: { prod: { acountConcurrency: 200 } } },
      /environments\.prod has "acountConcurrency", which is no setting; did you mean accountConcurrency\? Known are accountConcurrency, alarmEmail/,
    ],
    [{ everywhere: { workers: { 'sync-file': 3 } } }, /everywhere\.workers has "sync-file".*did you mean sync-files\?/],
    [
      { environments: { prod: { throttle: { burst: 3 } } } },
      /environments\.prod\.throttle\.requestsPerSecond is missing/,
    ],
    [{ environments: { prod: { throttle: 200 } } }, /throttle is an object with requestsPerSecond and burst, not 200/],
    [{ environments: { prod: { accountConcurrency: '200' } } }, /accountConcurrency is a whole number.*not "200"/],
    [
      { environments: { prod: { workers: { 'sync-files': 1 } } } },
      /workers\.sync-files is a whole number from 2 to 1000/,
    ],
    [{ environments: { prod: { logRetentionDays: 100 } } }, /logRetentionDays is one of 1, 3, 5/],
    [{ environments: { prod: { restoreDays: 31 } } }, /restoreDays is a whole number from 1 to 30, not 31/],
    [{ environments: { prod: { tags: { 'aws:x': 'y' } } } }, /does not begin with aws:/],
    [
      { environments: { prod: { keyArn: 'alias/furrow' } } },
      /keyArn is the ARN of a key of AWS KMS, not "alias\/furrow"/,
    ],
    [{ environments: { prod: { budget: { monthlyUsd: 0 } } } }, /budget\.monthlyUsd is an amount in USD/],
    [{ environments: { 'prod-eu': {} } }, /cannot be called "prod-eu"/],
  ])('%j', (content, message) => {
    expect(() => fileOf(content)).toThrow(message);
  });

  test('everything at once', () => {
    expect(() => fileOf({ everywhere: { like: 'test' }, environments: { prod: { tracesUrl: 'x' } } })).toThrow(
      /everywhere\.like is dev or prod, not "test"\n.*environments\.prod\.tracesUrl is the whole URL/,
    );
  });
});

describe('settings', () => {
  const file = fileOf({
    everywhere: { accountConcurrency: 500, tags: { team: 'a', stage: 'none' }, weatherModel: 'icon' },
    environments: {
      staging: { like: 'dev', restoreDays: 3, tags: { stage: 'staging' }, workers: { 'sync-files': 4 } },
      prod: { accountConcurrency: 2000 },
    },
  });

  test('are those of the environment, then those of all, then the defaults of what it is like', () => {
    expect(readContext({ environment: 'staging' }, file)).toMatchObject({
      environment: { name: 'staging', restoreDays: 3, logRetentionDays: 7, protectData: false, alarmsNotify: false },
      accountConcurrency: 500,
      tags: { team: 'a', stage: 'staging' },
      settings: { WEATHER_MODEL: 'icon' },
      workers: { 'sync-files': 4 },
    });
    expect(readContext({ environment: 'prod' }, file)).toMatchObject({
      environment: { name: 'prod', restoreDays: 28, alarmsNotify: true },
      accountConcurrency: 2000,
    });
  });

  test('come after those of the command line, where what is no text is JSON', () => {
    const context = {
      environment: 'staging',
      accountConcurrency: '300',
      weatherModel: 'gfs',
      alarmsNotify: 'true',
      tags: '{"stage":"other"}',
      workers: { 'compact-lake': 3 },
    };
    expect(readContext(context, file)).toMatchObject({
      environment: { alarmsNotify: true },
      accountConcurrency: 300,
      tags: { team: 'a', stage: 'other' },
      workers: { 'sync-files': 4, 'compact-lake': 3 },
      settings: { WEATHER_MODEL: 'gfs' },
    });
  });

  test('are refused for an environment that the file does not have, but for dev and prod', () => {
    expect(() => readContext({ environment: 'stagging' }, file)).toThrow(
      'furrow.settings.json has no environment "stagging": it has staging, prod',
    );
    expect(readContext({}, file).environment).toMatchObject({ name: 'dev', restoreDays: 7 });
  });

  test('without a file, any name is an environment like prod, or like dev if one says so', () => {
    expect(readContext({ environment: 'staging' }).environment).toMatchObject({ name: 'staging', protectData: true });
    expect(readContext({ environment: 'staging', like: 'dev' }).environment).toMatchObject({ protectData: false });
  });

  test('of the command line that nobody reads are refused, and those of the CDK are not', () => {
    expect(() => readContext({ acountConcurrency: '200' })).toThrow(
      /"acountConcurrency" is no setting; did you mean accountConcurrency\?/,
    );
    const ofCdk = {
      '@aws-cdk/core:x': true,
      'aws:cdk:y': 1,
      'availability-zones:account=1': [],
      'acknowledged-issue-numbers': [],
    };
    expect(readContext(ofCdk).environment.name).toBe('dev');
  });

  test('of a budget name one of the tags', () => {
    expect(() => readContext({ budget: '{"monthlyUsd":5,"tag":"stage"}' })).toThrow(
      'budget.tag is one of tags (there are none), not "stage"',
    );
  });
});
