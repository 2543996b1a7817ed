import { randomBytes } from 'node:crypto';
import { ensureAccount } from '../../../local/demo/ensure-account.ts';
import { type Account, sandboxAccount } from '../../../local/demo/sandbox-account.ts';
import { type Command, CommandProblem, type Invocation } from '../command.ts';
import { deployedStack, installationOptions, nameOf, openInstallation } from '../installation.ts';
import { dataDirVariable, runningCloud } from '../state-options.ts';
import { accountIn } from './account.ts';
import { type ApiClient, apiClient } from './api-client.ts';
import { createUser, NotTried, removeUser, type Step, steps, type Walk } from './steps.ts';

const username = 'smoke@furrow.example';
const maxMinutes = 20;
const usualProvider = 'john-deere';

/** Tries an installation through its public API, as a grower's data goes through it. */
export const smoke: Command = {
  usage: ['smoke [options]'],
  description: [
    'Walks the data of one new user through an installation and prints a report: upload and conversion of boundaries and of a harvest, SQL,',
    `export, sync of an account at a provider, erasure. The user belongs to the owner ${username}, whom the command creates or gives a new`,
    'password, and is erased at the end. It costs what these requests cost, less than a cent in AWS.',
  ].join('\n'),
  options: {
    ...installationOptions,
    credential: {
      type: 'string',
      value: 'FILE',
      description:
        'JSON, the body that attaches an account at a provider (default: a consent at a sandbox of the embedded cloud; none in AWS)',
    },
    provider: {
      type: 'string',
      value: 'NAME',
      description: `whose account --credential is, as in its path (default: ${usualProvider})`,
    },
    minutes: { type: 'string', value: 'N', description: `when to give up (default: ${maxMinutes})` },
  },
  variables: dataDirVariable,
  async run(invocation) {
    const minutes = Number(invocation.options.minutes ?? maxMinutes);
    if (!(minutes > 0)) throw new CommandProblem(`--minutes ${invocation.options.minutes} is no number above 0`);
    const signal = AbortSignal.timeout(minutes * 60_000);
    const { identity } = await openInstallation(invocation);
    const baseUrl = await baseUrlOf(invocation);
    console.log(`${baseUrl}, as ${username}\n`);
    const password = newPassword();
    // Those of an earlier walk have ended; a token of this very second would be refused if they ended now.
    await ensureAccount(identity, { username, password, keepSessions: true });
    try {
      const token = await signIn(apiClient(baseUrl, signal), password);
      const client = apiClient(baseUrl, signal, token);
      const svcUserId = await createUser(client);
      const outcomes = await walk({ client, svcUserId, signal, account: () => accountOf(invocation) });
      if (outcomes.includes('FAILED')) {
        await removeUser(apiClient(baseUrl, AbortSignal.timeout(60_000), token), svcUserId);
      }
      const count = (wanted: Outcome) => outcomes.filter((one) => one === wanted).length;
      console.log(`\n${count('ok')} passed, ${count('FAILED')} failed, ${count('not tried')} not tried`);
      return count('FAILED') === 0 ? 0 : 1;
    } finally {
      // Nobody knows it, and the token of this walk ends.
      await ensureAccount(identity, { username, password: newPassword() });
    }
  },
};

type Outcome = 'ok' | 'FAILED' | 'not tried';

/** Tries the steps in order. One that fails does not keep the others from being tried. */
async function walk(shared: Walk): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    const started = performance.now();
    const { outcome, detail } = await tried(step, shared);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${outcome.padEnd(9)}  ${step.name.padEnd(50)} ${seconds.padStart(6)} s  ${detail}`);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function tried(step: Step, shared: Walk): Promise<{ outcome: Outcome; detail: string }> {
  try {
    return { outcome: 'ok', detail: await step.run(shared) };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof NotTried) return { outcome: 'not tried', detail: message };
    return { outcome: 'FAILED', detail: shared.signal.aborted ? 'no result in the time of --minutes' : message };
  }
}

async function signIn(client: ApiClient, password: string): Promise<string> {
  const answer = await client.ask<{ id_token: string }>('POST', '/api/authenticate', { username, password });
  return answer.id_token;
}

/** The URL of the installation: an output of the API stack, which has the name of the data stack with another end. */
async function baseUrlOf(invocation: Invocation): Promise<string> {
  const { stack } = invocation.options;
  if (typeof stack !== 'string') return runningCloud(invocation).baseUrl;
  const { names } = await deployedStack(stack.replace(/-data$/, '-api'));
  return nameOf(names, 'BASE_URL').replace(/\/$/, '');
}

async function accountOf({ options, environment }: Invocation): Promise<Account | undefined> {
  const { credential, provider, stack } = options;
  if (typeof credential === 'string') return accountIn(credential, String(provider ?? usualProvider));
  const sandboxes = typeof stack === 'string' ? undefined : runningCloud({ options, environment }).sandboxes;
  return sandboxes && sandboxAccount(sandboxes);
}

const newPassword = () => randomBytes(24).toString('base64url');
