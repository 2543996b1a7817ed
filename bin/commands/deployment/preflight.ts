import type { Command, Invocation } from '../command.ts';
import { concurrencyFindings, lakeFormationFindings, quotaFindings } from './account-limits.ts';
import { cdkSettings } from './cdk-settings.ts';
import { type Finding, unlessRefused } from './finding.ts';
import { keyFindings } from './own-key.ts';
import { retainedFindings } from './retained.ts';

const labels: Record<Finding['weight'], string> = { stops: 'STOP', note: 'note', fine: 'ok  ' };

/** Looks whether an account can take a deployment. It changes nothing there. */
export const preflight: Command = {
  usage: ['preflight [-c name=value …]'],
  description: [
    'Looks whether the account and region of your AWS credentials can take a deployment: how many functions may run at once, quotas of API Gateway and',
    'Athena, Lake Formation, and what an earlier deployment has left. It changes nothing there, and ends with 1 if a deployment would fail.',
    'Give it the settings of the deployment; it reads furrow.settings.json and cdk.context.json, too. npm run deploy begins with it.',
  ].join('\n'),
  options: {
    context: {
      type: 'string',
      short: 'c',
      value: 'NAME=VALUE',
      multiple: true,
      description: 'a setting of the deployment, such as environment=prod; may be repeated',
    },
    mapping: {
      type: 'string',
      value: 'FILE',
      description: 'where resources that are left are listed for cdk import (default: import.json)',
    },
  },
  async run({ options }: Invocation) {
    const settings = cdkSettings([options.context ?? []].flat().map(String));
    const { accountConcurrency, keyArn } = settings;
    const environment = settings.environment.name;
    const mapping = typeof options.mapping === 'string' ? options.mapping : 'import.json';
    const looks: [string, () => Promise<Finding[]>][] = [
      ['The limits of Lambda', () => concurrencyFindings(accountConcurrency)],
      ['Quotas', quotaFindings],
      ...(settings.queryEngine === 'duckdb'
        ? []
        : ([['The settings of Lake Formation', lakeFormationFindings]] as [string, () => Promise<Finding[]>][])),
      ...(keyArn
        ? ([['Your key', () => keyFindings(keyArn, environment)]] as [string, () => Promise<Finding[]>][])
        : []),
      [`What is left of ${environment}`, () => retainedFindings(environment, mapping, keyArn !== undefined)],
    ];
    let isRefused = false;
    for (const [what, look] of looks) {
      for (const { weight, lines } of await unlessRefused(what, look)) {
        const [first, ...rest] = lines;
        console.log(`${labels[weight]}  ${first}`);
        for (const line of rest) console.log(`      ${line}`);
        isRefused ||= weight === 'stops';
      }
    }
    return isRefused ? 1 : 0;
  },
};
