import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test, vi } from 'vitest';
import { environmentNamed } from '../../infra/context/environment.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { furrowApp } from './synthesize.ts';

interface Report {
  pluginReports: { pluginName?: string; violations: { ruleName: string; description: string }[] }[];
}

/** Findings of the CDK's template validator and the AwsSolutions rules, both of which print them. */
function findings(app: App): string[] {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const exitCode = process.exitCode;
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  try {
    app.synth();
  } catch (error) {
    if (!/Validation ?failed/i.test(String(error))) throw error;
  } finally {
    print.mockRestore();
    process.exitCode = exitCode;
  }
  const report: Report = JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8'));
  return report.pluginReports.flatMap(({ violations }) => violations.map((v) => `${v.ruleName}: ${v.description}`));
}

const domain = { name: 'api.example.com', certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/one' };

describe('the security rules and the template validator', () => {
  test('accept prod with every option', () => {
    expect(findings(furrowApp({ domain, alarmEmail: 'ops@example.com' }))).toEqual([]);
  });

  test('accept dev', () => {
    expect(findings(furrowApp({ environment: environmentNamed('dev') }))).toEqual([]);
  });

  test('work: a careless stack has findings of both', () => {
    const app = new App({ outdir: temporaryFolder('cdk') });
    const stack = new Stack(app, 'careless');
    new CfnBucket(stack, 'Open');
    new CfnFunction(stack, 'Wrong', {
      code: { zipFile: '' },
      role: 'arn:aws:iam::111122223333:role/r',
      packageType: 'Parcel',
    });
    const found = findings(app).join('\n');
    expect(found).toMatch(/AwsSolutions-S1|server access logs/);
    expect(found).toMatch(/Parcel|PackageType/);
  });
});
