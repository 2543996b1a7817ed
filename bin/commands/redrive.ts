import { SQSClient, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import type { Endpoints } from '../../local/endpoints-file.ts';
import { type Command, CommandProblem } from './command.ts';
import { dataDirOption, dataDirVariable, runningCloud } from './state-options.ts';

export const redrive: Command = {
  usage: ['redrive <queue> [options]'],
  description: [
    "Moves the messages of a queue's dead-letter queue back to where they came from, to be tried again.",
    '<queue> is the worker queue or its dead-letter queue, with or without what all names begin with: boundary-conversions.',
  ].join('\n'),
  options: { 'data-dir': dataDirOption },
  variables: dataDirVariable,
  async run(invocation) {
    const [wanted, ...rest] = invocation.words;
    const cloud = runningCloud(invocation);
    if (wanted === undefined || rest.length > 0) {
      throw new CommandProblem(`name one queue: ${cloud.queues.map(({ name }) => name).join(', ')}`);
    }
    const queue = deadLetterQueue(cloud, wanted);
    const client = new SQSClient({
      endpoint: cloud.services.sqs,
      region: cloud.region,
      credentials: cloud.credentials,
    });
    const { TaskHandle } = await client.send(new StartMessageMoveTaskCommand({ SourceArn: queue.arn }));
    if (TaskHandle) console.log(`moving the messages of ${queue.name} back to their queue`);
    return 0;
  },
};

/** A worker queue's dead letters lie in the queue of the same name with `-dead`. */
function deadLetterQueue({ queues }: Endpoints, wanted: string) {
  const dead = queues.filter(({ name }) => name.endsWith('-dead'));
  const bare = wanted.replace(/-dead$/, '');
  const found = dead.find(({ name }) => name === `${bare}-dead` || name.endsWith(`-${bare}-dead`));
  if (found) return found;
  throw new CommandProblem(
    `there is no queue ${wanted} with dead letters: choose one of ${dead.map(({ name }) => name.replace(/-dead$/, '')).join(', ')}`,
  );
}
