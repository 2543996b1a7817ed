import { GetDataLakeSettingsCommand, LakeFormationClient } from '@aws-sdk/client-lakeformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListServiceQuotasCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { maxRoutes } from '../../../infra/check-routes.ts';
import { minWorkerSlots, usualAccountConcurrency } from '../../../infra/context/worker-slots.ts';
import { type Finding, fine, note, stops } from './finding.ts';

/** Below this the workers would leave requests too little: theirs are half of it at most. A new account has 10. */
const minConcurrency = 100;

/** The quota "Concurrent executions" of Lambda, in Service Quotas. */
const concurrencyQuota = 'L-B99A9384';

const requestMore = `    aws service-quotas request-service-quota-increase --service-code lambda --quota-code ${concurrencyQuota} --desired-value ${usualAccountConcurrency}`;

/**
 * Concurrent executions of functions in the account and region.
 *
 * @param accountConcurrency what the deployment is told by `-c accountConcurrency=…`.
 */
export async function concurrencyFindings(accountConcurrency: number): Promise<Finding[]> {
  const { AccountLimit = {} } = await new LambdaClient({}).send(new GetAccountSettingsCommand({}));
  const { ConcurrentExecutions: all = 0, UnreservedConcurrentExecutions: free = all } = AccountLimit;
  const has = `The account may run ${all} functions at once in this region${free < all ? `, of which ${all - free} are reserved for others` : ''}`;
  if (free < minConcurrency)
    return [
      stops(
        `${has}. Furrow needs ${minConcurrency}: workers of all queues keep ${minWorkerSlots}, and requests the other half. Ask for more, which takes hours to days:`,
        requestMore,
      ),
    ];
  if (free < accountConcurrency)
    return [
      stops(
        `${has}, and the deployment reckons with ${accountConcurrency}. Ask for more:`,
        requestMore,
        `or let fewer workers run at once, with -c accountConcurrency=${free} at every deployment (or in cdk.context.json).`,
      ),
    ];
  return [fine(`${has}: enough for ${accountConcurrency}.`)];
}

interface Quota {
  service: string;
  /** Recognises the quota by its name. */
  name: RegExp;
  /** Less than this stops or is noted. */
  least: number;
  weight: Finding['weight'];
  because: string;
}

const quotas: readonly Quota[] = [
  {
    service: 'apigateway',
    name: /^Routes per (HTTP )?API$/i,
    least: 2 * maxRoutes,
    weight: 'stops',
    because: 'an update makes the routes of the new release before it deletes those of the old one',
  },
  {
    service: 'athena',
    name: /^Active DML queries$/i,
    least: 20,
    weight: 'note',
    because: 'queries beyond it wait, and those of all owners share it',
  },
];

/** Quotas of services beside Lambda. */
export async function quotaFindings(): Promise<Finding[]> {
  const client = new ServiceQuotasClient({});
  const findings: Finding[] = [];
  for (const { service, name, least, weight, because } of quotas) {
    const quota = await quotaOf(client, service, name);
    const value = quota?.Value;
    if (value === undefined) findings.push(note(`Service Quotas names no quota like ${name.source} of ${service}.`));
    else if (value < least)
      findings.push({
        weight,
        lines: [
          `${quota?.QuotaName} of ${service} is ${value}, less than ${least}: ${because}. Ask for more:`,
          `    aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${quota?.QuotaCode} --desired-value ${least}`,
        ],
      });
    else findings.push(fine(`${quota?.QuotaName} of ${service} is ${value}: enough.`));
  }
  return findings;
}

async function quotaOf(client: ServiceQuotasClient, ServiceCode: string, name: RegExp) {
  let NextToken: string | undefined;
  do {
    const page = await client.send(new ListServiceQuotasCommand({ ServiceCode, NextToken }));
    const found = page.Quotas?.find(({ QuotaName = '' }) => name.test(QuotaName));
    if (found) return found;
    NextToken = page.NextToken;
  } while (NextToken);
  return undefined;
}

/**
 * Whether Lake Formation leaves new tables of the catalogue to IAM, as it does unless somebody has changed it. Otherwise the role of queries would have to be
 * granted each table there.
 */
export async function lakeFormationFindings(): Promise<Finding[]> {
  const { DataLakeSettings = {} } = await new LakeFormationClient({}).send(new GetDataLakeSettingsCommand({}));
  const { CreateTableDefaultPermissions: permissions = [] } = DataLakeSettings;
  const isLeftToIam = permissions.some(
    ({ Principal, Permissions = [] }) =>
      Principal?.DataLakePrincipalIdentifier === 'IAM_ALLOWED_PRINCIPALS' && Permissions.includes('ALL'),
  );
  if (isLeftToIam) return [fine('Lake Formation leaves new tables to IAM.')];
  return [
    stops(
      'Lake Formation controls new tables in this region, so that the role of queries would be refused. Either tick "Use only IAM access control" for new databases and tables in its settings before the first deployment,',
      'or run queries within functions: -c queryEngine=duckdb at every deployment.',
    ),
  ];
}
