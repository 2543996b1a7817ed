import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { type Rollback, rollback } from '../../../infra/release/deployment.ts';
import {
  optionalStacks,
  type Release,
  readRelease,
  releaseOf,
  type StackName,
  stackNames,
} from '../../../infra/release/release.ts';
import type { Template } from '../../../infra/template.ts';
import { type Command, CommandProblem, type Invocation } from '../command.ts';
import { environmentOf } from '../installation.ts';

/** Says whether a deployment can go back to an earlier release. It changes nothing. */
export const rollbackCheck: Command = {
  usage: ['rollback-check <earlier release> --stack NAME', 'rollback-check <earlier release> --from <release>'],
  description: [
    'Says whether a deployment can go back to an earlier release, and how. Nothing is changed.',
    'A release is a folder with its templates, as `cdk synth -o <folder>` writes them in a checkout of it, or a file of infra/release/releases.',
    'The data stack stays as it is: what it has more than the earlier release holds data. So every function of the earlier release has to find its',
    'tables, indexes, buckets and queues there.',
  ].join('\n'),
  options: {
    stack: {
      type: 'string',
      value: 'NAME',
      description: 'the deployment in AWS: the name of its data stack, such as furrow-prod-data',
    },
    from: { type: 'string', value: 'RELEASE', description: 'in place of --stack, the release that is deployed' },
  },
  async run(invocation) {
    const [target, ...rest] = invocation.words;
    if (!target || rest.length > 0)
      throw new CommandProblem('name the earlier release: a folder that cdk synth wrote, or a recorded release');
    const earlier = releaseAt(target);
    const { deployed, environment } = await deployedRelease(invocation);
    const { order, problems } = rollback(deployed, earlier);
    for (const line of problems.length > 0 ? refusal(problems) : wayBack(order, environment)) console.log(line);
    return problems.length > 0 ? 1 : 0;
  },
};

function releaseAt(path: string): Release {
  try {
    return readRelease(path);
  } catch (error) {
    throw new CommandProblem(`${path} is no release: ${(error as Error).message}`);
  }
}

async function deployedRelease({ options }: Invocation): Promise<{ deployed: Release; environment: string }> {
  if (typeof options.from === 'string') return { deployed: releaseAt(options.from), environment: '<environment>' };
  if (typeof options.stack !== 'string') throw new CommandProblem('name the deployment: --stack furrow-prod-data');
  const environment = environmentOf(options.stack);
  const client = new CloudFormationClient({});
  const templates = new Map<StackName, Template>();
  for (const stack of stackNames) {
    const StackName = `furrow-${environment}-${stack}`;
    const TemplateBody = await templateOf(client, StackName, optionalStacks.has(stack));
    if (TemplateBody) templates.set(stack, JSON.parse(TemplateBody) as Template);
  }
  return { deployed: releaseOf((stack) => templates.get(stack) ?? { Resources: {} }, environment), environment };
}

/** @returns undefined for a stack that may be missing, and is. */
async function templateOf(client: CloudFormationClient, StackName: string, mayBeMissing: boolean) {
  try {
    return (await client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' }))).TemplateBody;
  } catch (error) {
    if (mayBeMissing && (error as Error).name === 'ValidationError') return undefined;
    throw error;
  }
}

const shownProblems = 20;

const refusal = (problems: readonly string[]): string[] => [
  'The deployment cannot go back to this release:',
  ...problems.slice(0, shownProblems).map((problem) => `- ${problem}`),
  ...(problems.length > shownProblems ? [`- and ${problems.length - shownProblems} more`] : []),
  'Deploy a correction on top of the present release instead.',
];

const wayBack = (order: Rollback['order'], environment: string): string[] => [
  'The deployment can go back to this release. In a checkout of it, with the options of every deployment:',
  '',
  `    npx cdk deploy --exclusively -c environment=${environment} ${order.map((stack) => `furrow-${environment}-${stack}`).join(' ')}`,
  '',
  'Leave the data stack as it is.',
];
