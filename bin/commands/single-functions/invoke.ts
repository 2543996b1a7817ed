import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { movableClock } from '../../../local/clock.ts';
import { endpointVariables } from '../../../local/engines.ts';
import { createLambdaPool } from '../../../local/lambda/create-lambda-pool.ts';
import type { Endpoints } from '../../../local/state/endpoints-file.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { plan } from '../../../local/template/plan.ts';
import type { FunctionPlan } from '../../../local/template/plan-functions.ts';
import { type Command, CommandProblem } from '../command.ts';
import { dataDirOption, dataDirVariable, runningCloud } from '../state-options.ts';

/** One call of one function, in a new instance. */
export const invoke: Command = {
  usage: ['invoke <function> --event FILE [options]'],
  description: [
    'Runs the bundle of one function with an event, in a new process with the memory, the time and the variables that the template gives it, against the',
    'embedded cloud that runs on this machine. Prints what the function returns on standard output and what it writes on standard error; ends with 1 if it',
    'fails. The function has the keys of the installation in place of those of its role. docs/events has events to begin with.',
  ].join('\n'),
  options: {
    'data-dir': dataDirOption,
    event: { type: 'string', value: 'FILE', description: 'the event as JSON; - reads it from standard input' },
  },
  variables: dataDirVariable,
  async run(invocation) {
    const [name, ...rest] = invocation.words;
    const { event: file } = invocation.options;
    if (!name || rest.length > 0) throw new CommandProblem('name one function: furrow invoke users --event FILE');
    if (typeof file !== 'string')
      throw new CommandProblem('give its event: --event FILE, or --event - for standard input');
    const cloud = runningCloud(invocation);
    const fn = await functionNamed(name, cloud);
    const event = await eventIn(file);
    const pool = await createLambdaPool({
      functions: [fn],
      clock: movableClock(),
      environment: () => endpointVariables(cloud.services, cloud.unserved),
      credentialsOf: () => cloud.credentials,
      limits: 'aws',
      log: (line) => console.error(line),
    });
    try {
      const started = performance.now();
      const { payload, functionError } = await pool.invoke(fn.name, event);
      console.error(
        `${fn.name} ${functionError ? 'failed' : 'returned'} after ${Math.round(performance.now() - started)} ms, its start included`,
      );
      console.log(JSON.stringify(payload, null, 2));
      return functionError ? 1 : 0;
    } finally {
      await pool.close();
    }
  },
};

/** A function as it runs now: with the variables that the start has chosen. */
async function functionNamed(
  name: string,
  { assemblyDir, services, baseUrl, functions }: Endpoints,
): Promise<FunctionPlan> {
  const declared = plan(await readAssembly(assemblyDir), { sqs: services.sqs, api: baseUrl }).functions;
  const known = (fn: { name: string; logicalId: string }) =>
    fn.name === name || fn.logicalId === name || fn.name.replace(/^furrow-[^-]+-/, '') === name;
  const found = declared.find(known);
  if (!found) {
    const names = declared.map((fn) => fn.name.replace(/^furrow-[^-]+-/, '')).sort();
    throw new CommandProblem(`there is no function ${name}; there are ${names.join(', ')}`);
  }
  return { ...found, environment: functions.find(known)?.environment ?? found.environment };
}

async function eventIn(file: string): Promise<unknown> {
  try {
    return JSON.parse((file === '-' ? await buffer(process.stdin) : readFileSync(file)).toString());
  } catch (error) {
    throw new CommandProblem(`${file} is no event: ${(error as Error).message}`);
  }
}
