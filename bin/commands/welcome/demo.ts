import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoFiles } from '../../../local/demo/demo-owner.ts';
import { sampleZip } from '../../../local/demo/sample-farm/machine-file-steps.ts';
import {
  type OwnerClient,
  RequestRefused,
  type SignIn,
  signedIn,
} from '../../../local/demo/sample-farm/owner-client.ts';
import { sendOnce } from '../../../local/demo/sample-farm/send-once.ts';
import { type Ended, ended } from '../../../local/demo/sample-farm/until-ended.ts';
import { readNote } from '../../../local/demo/seed-demo.ts';
import { type Command, CommandProblem, type Invocation } from '../command.ts';
import { dataDirOf, dataDirOption, dataDirVariable, runningCloud } from '../state-options.ts';

const operations = '/services/operations/api';
/** A first start compiles GDAL meanwhile, on a busy machine for minutes. */
const maxWaitMilliseconds = 15 * 60_000;
const lookAgainMilliseconds = 1_000;

interface Demo {
  client: OwnerClient;
  baseUrl: string;
  svcUserId: string;
  signal: AbortSignal;
}

const steps: Record<string, (demo: Demo, word: string | undefined) => Promise<void>> = {
  'sign-in': async ({ client }) => console.log(client.token),
  upload,
  map,
};

/** The loops of a first visit: what one would otherwise write around the same requests in a shell. */
export const demo: Command = {
  usage: ['demo sign-in', 'demo upload [file] [options]', 'demo map [picture.png] [options]'],
  description: [
    'Tries a running Furrow as its demo owner, by requests that any client can send; each is named on standard error.',
    '',
    '  sign-in  prints a token for the API, which is valid for a day',
    '  upload   uploads a file of a machine, such as a zip of a harvest, and waits for its points (default: a harvest that comes with Furrow)',
    '  map      saves the yield map of the latest harvest (default: yield.png)',
  ].join('\n'),
  options: { 'data-dir': dataDirOption },
  variables: dataDirVariable,
  async run(invocation) {
    const [name = '', word, ...rest] = invocation.words;
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (!step || rest.length > 0 || (name === 'sign-in' && word !== undefined)) {
      throw new CommandProblem(`name one step: ${Object.keys(steps).join(', ')}; see furrow demo --help`);
    }
    const { baseUrl } = runningCloud(invocation);
    const { svcUserId, ...owner } = demoOwner(invocation);
    const signal = AbortSignal.timeout(maxWaitMilliseconds);
    const visit = async () =>
      step({ client: await signedIn(baseUrl, owner, signal), baseUrl, svcUserId, signal }, word);
    await visit().catch((error: unknown) => {
      if (signal.aborted) throw new CommandProblem(`no result in ${maxWaitMilliseconds / 60_000} minutes; try again`);
      throw error instanceof RequestRefused ? new CommandProblem(error.message) : error;
    });
    return 0;
  },
};

/** @throws CommandProblem before the first start has created the demo owner. */
function demoOwner(invocation: Invocation): SignIn & { svcUserId: string } {
  const note = readNote(join(dataDirOf(invocation), demoFiles.noteFile));
  if (!note) throw new CommandProblem('there is no demo owner yet: wait until npm start says "ready"');
  return note;
}

interface ShownFile {
  id: string;
  status: string;
  operationType?: string;
  pointCounts?: { kept: number };
  problems?: { message: string }[];
}

async function upload({ client, svcUserId, signal }: Demo, path?: string): Promise<void> {
  const zip = path === undefined ? sampleZip('harvest-of-01') : { name: basename(path), content: contentOf(path) };
  say(`POST ${operations}/batch?svcUserId=${svcUserId} with ${zip.name}, unless it is there already`);
  const key = `demo-${Date.now()}`;
  const batch = await sendOnce({ client, svcUserId, key }, 'upload', `${operations}/batch`, zip);
  say(`GET ${operations}/batch/${batch} until it has ended`);
  const { statusDetails } = await client.get<Ended>(`${operations}/batch/${batch}`);
  if (statusDetails) say(statusDetails);
  const { problems = [], ...end } = await ended({ client, signal }, `${operations}/batch/${batch}`);
  const list = `${operations}/files?batchId=${batch}&size=100`;
  say(`GET ${list}`);
  let files = await client.get<ShownFile[]>(list);
  // A field that was made meanwhile has the files on its ground processed once more.
  while (files.some(({ status }) => status === 'processing')) {
    await sleep(lookAgainMilliseconds, undefined, { signal });
    files = await client.get<ShownFile[]>(list);
  }
  for (const file of files) console.log(`${zip.name}: ${outcomeOf(file)}`);
  for (const { message } of problems) console.log(message);
  if (end.status === 'FAILED')
    throw new CommandProblem(`${zip.name}: ${end.statusDetails ?? 'nothing in it was converted.'}`);
}

function outcomeOf({ status, operationType, pointCounts, problems = [] }: ShownFile): string {
  if (status !== 'processed') return `${status}: ${problems.map(({ message }) => message).join(' ')}`;
  return `${operationType}, ${pointCounts?.kept.toLocaleString('en')} points`;
}

/** @throws CommandProblem naming the file that cannot be read. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CommandProblem(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function map(visit: Demo, picture = 'yield.png'): Promise<void> {
  const { client, baseUrl, signal } = visit;
  const { id } = await latestHarvest(visit);
  const path = `${operations}/files/${id}/images/dryMassPerArea.map.png`;
  say(`GET ${path} until it is drawn`);
  for (;;) {
    const headers = { authorization: `Bearer ${client.token}` };
    const response = await fetch(`${baseUrl}${path}`, { headers, signal });
    if (response.status === 200) {
      writeFileSync(picture, new Uint8Array(await response.arrayBuffer()));
      console.log(`saved ${picture}`);
      return;
    }
    const text = await response.text();
    if (response.status !== 202) throw new RequestRefused(`GET ${path}`, response.status, text);
    await sleep(lookAgainMilliseconds, undefined, { signal });
  }
}

/** Waits while files are being processed: the sample farm has its harvest processed once more when the field beneath it is there. */
async function latestHarvest({ client, svcUserId, signal }: Demo): Promise<ShownFile> {
  const list = `${operations}/files?svcUserId=${svcUserId}&size=1`;
  const harvests = `${list}&operationType=harvested&status=processed&sort=createdTime,desc`;
  say(`GET ${harvests}`);
  for (;;) {
    // First, so that a file that ends between the two requests is seen by the second.
    const [underWay] = await client.get<ShownFile[]>(`${list}&status=processing`);
    const [file] = await client.get<ShownFile[]>(harvests);
    if (file) return file;
    if (!underWay) throw new CommandProblem('there is no harvest yet: run furrow demo upload, which waits for it');
    await sleep(lookAgainMilliseconds, undefined, { signal });
  }
}

const say = (line: string) => console.error(line);
