import { writeFileSync } from 'node:fs';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, type DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { tableVariable } from '../../../functions/manifest/table.ts';
import { tableNames } from '../../../functions/manifests.ts';
import { optionalStacks, type StackName, stackNames } from '../../../infra/release/release.ts';
import { type Command, CommandProblem } from '../command.ts';
import { deployedStack, environmentOf, nameOf } from '../installation.ts';
import { contextIn } from './cdk-settings.ts';

/** States of a stack in which its last creation or update has ended well, or has been taken back. */
const settled = /^(CREATE|UPDATE|IMPORT|UPDATE_ROLLBACK)_COMPLETE$/;

/** Protects a deployment that has succeeded. It may be repeated. */
export const protect: Command = {
  usage: ['protect --stack NAME [--context FILE]'],
  description: [
    'Protects the tables and the data stack of a deployment from deletion, once all of its stacks are there. It may be repeated.',
    'A first deployment goes without protection, since CloudFormation could not take back one that fails. The environment is noted in',
    'cdk.context.json, with which later deployments keep the protection: commit that file.',
  ].join('\n'),
  options: {
    stack: {
      type: 'string',
      value: 'NAME',
      description: 'the name of the data stack of the deployment, such as furrow-prod-data',
    },
    context: { type: 'string', value: 'FILE', description: 'the settings of the CDK (default: cdk.context.json)' },
  },
  async run({ options }) {
    if (typeof options.stack !== 'string') throw new CommandProblem('name the deployment: --stack furrow-prod-data');
    const environment = environmentOf(options.stack);
    const cloudFormation = new CloudFormationClient({});
    for (const stack of stackNames) await checkSettled(cloudFormation, environment, stack);
    const { names, dynamodb } = await deployedStack(options.stack);
    let changed = 0;
    for (const name of tableNames) if (await protectTable(dynamodb, nameOf(names, tableVariable(name)))) changed += 1;
    await cloudFormation.send(
      new UpdateTerminationProtectionCommand({ StackName: options.stack, EnableTerminationProtection: true }),
    );
    const file = typeof options.context === 'string' ? options.context : 'cdk.context.json';
    note(file, environment);
    console.log(`protected ${changed} of ${tableNames.length} tables (the others were) and the stack ${options.stack}`);
    console.log(`${file} says so to later deployments: commit it`);
    return 0;
  },
};

async function checkSettled(client: CloudFormationClient, environment: string, stack: StackName): Promise<void> {
  const StackName = `furrow-${environment}-${stack}`;
  const status = await client.send(new DescribeStacksCommand({ StackName })).then(
    ({ Stacks }) => Stacks?.[0]?.StackStatus ?? 'missing',
    (error: Error) => {
      if (error.name === 'ValidationError') return 'missing';
      throw error;
    },
  );
  if (status === 'missing' && optionalStacks.has(stack)) return;
  if (!settled.test(status))
    throw new CommandProblem(`${StackName} is ${status}: protect a deployment once all of its stacks are complete`);
}

async function protectTable(client: DynamoDBClient, TableName: string): Promise<boolean> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table?.DeletionProtectionEnabled) return false;
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  return true;
}

/** Adds the environment to those that the CDK's settings say are protected. */
function note(file: string, environment: string): void {
  const context = contextIn(file);
  const known = [context.protected ?? []].flat().map(String);
  const noted = { ...context, protected: [...new Set([...known, environment])].sort() };
  writeFileSync(file, `${JSON.stringify(noted, null, 2)}\n`);
}
