import { expect, test } from 'vitest';
import type { MachineProblem } from '../../../domain/machine-files/problem.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { corpus } from '../../corpus/independent/samples.ts';
import { randomFrom } from '../../fuzz/mutate.ts';
import { damagedUpload, madeUploads, realUploads } from '../../fuzz/uploads.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { askUntil } from '../send-form.ts';
import { freshUser } from '../users/user.ts';
import { operationsService, processed, type ShownBatch, type ShownFile, sendBatch } from './batch.ts';

/**
 * Damaged machine files as users send them: through the API, the queue and the workers. With CORPUS_DIR real files are damaged, otherwise
 * those of the tests. `FUZZ_SEED=7 FUZZ_CASES=100 npx vitest run test/api/machine-files/damaged-uploads.test.ts` tries more.
 */
const firstSeed = Number(process.env.FUZZ_SEED ?? 1);
const cases = Number(process.env.FUZZ_CASES ?? 12);
const batches = 3;
/** Limit for all cases together; they take a fraction of it on an idle machine. */
const maxMilliseconds = 45_000 + cases * 1_000;

interface Case {
  seed: number;
  /** The archive's name in the upload, which contains the seed. */
  name: string;
  content: Uint8Array;
}

async function damagedCases(): Promise<Case[]> {
  const uploads = corpus ? realUploads : madeUploads;
  return Promise.all(
    Array.from({ length: cases }, async (_, index) => {
      const seed = firstSeed + index;
      const [, upload] = uploads[index % uploads.length] as (typeof uploads)[number];
      return { seed, name: `seed-${seed}.zip`, content: damagedUpload(await upload(), randomFrom(seed)) };
    }),
  );
}

/** A client of the owner that records the answers with 5xx. */
function watching(owner: TestOwner, failures: string[]): TestOwner {
  const call: TestOwner['call'] = async (method, path, sent) => {
    const answer = await owner.call<never>(method, path, sent);
    if (answer.status >= 500) failures.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  return {
    ...owner,
    call,
    get: (path, sent) => call('GET', path, sent),
    post: (path, json, sent) => call('POST', path, { json, ...sent }),
  };
}

const isSaid = ({ message, hint }: MachineProblem) => /\w{3}/.test(message) && /\w{3}/.test(hint);

/** The fault in the record of a file, if it has one. */
function faultOf({ status, problems, pointCounts }: ShownFile): string | undefined {
  if (status === 'processed') return pointCounts?.kept ? undefined : 'it was processed and has no points';
  if (status !== 'failed') return `it is ${status}`;
  if (problems.some(({ code }) => code === 'processingGivenUp')) return 'its worker never came to an end';
  return problems.length > 0 && problems.every(isSaid) ? undefined : 'it failed without a word';
}

/** Sends some cases as one archive and returns the faults of the results. */
async function faultsOf(owner: TestOwner, svcUserId: string, some: Case[], name: string): Promise<string[]> {
  const content = zipOf(Object.fromEntries(some.map((damaged) => [damaged.name, damaged.content])));
  const sent = await sendBatch(owner, svcUserId, name, content);
  if (sent.status !== 201) return [`${name}: ${sent.status} ${JSON.stringify(sent.body)}`];
  const path = `${operationsService}/batch/${sent.body.id}`;
  const isEnded = ({ status }: ShownBatch) => /^(PROCESSED|FAILED)$/.test(status);
  const batch = await askUntil<ShownBatch>(owner, path, isEnded, maxMilliseconds);
  const { body: files } = await owner.get<ShownFile[]>(`${operationsService}/files?batchId=${batch.id}&size=100`);
  for (const { id } of files) {
    for (const member of ['', '/status', '/units', '/standardGeojson', '/images']) {
      await owner.get(`${operationsService}/files/${id}${member}`);
    }
  }
  const silent = batch.problems
    .filter((problem) => !isSaid(problem))
    .map(({ file }) => `${file}: a problem says nothing`);
  const wrong = files.flatMap((file) => {
    const fault = faultOf(file);
    return fault ? [`${file.fileName}: ${fault}`] : [];
  });
  const named = [...files.map(({ fileName }) => fileName), ...batch.problems.map(({ file }) => file)];
  const lost = some.filter((damaged) => !named.some((file) => file.startsWith(`${name}/${damaged.name}`)));
  const why =
    batch.status === 'FAILED' && !/\w{3}/.test(batch.statusDetails ?? '') ? [`${name} failed without a word`] : [];
  return [...silent, ...wrong, ...lost.map((damaged) => `${name}/${damaged.name}: nothing was said of it`), ...why];
}

test('damaged uploads end with problems, and leave the service working', {
  timeout: 2 * maxMilliseconds,
}, async () => {
  const failures: string[] = [];
  const owner = watching(await freshOwner(), failures);
  const { id: svcUserId } = await freshUser(owner);
  const all = await damagedCases();
  const parts = Array.from({ length: batches }, (_, part) => all.filter((_, index) => index % batches === part));
  const seeds = `seeds ${firstSeed} to ${firstSeed + cases - 1}`;
  const faults = await Promise.all(
    parts.map((some, part) =>
      faultsOf(owner, svcUserId, some, `damaged-${part}.zip`).catch((error: unknown) => [String(error)]),
    ),
  );
  expect([...faults.flat(), ...failures], seeds).toEqual([]);

  const { files } = await processed(owner, svcUserId, 'whole.csv', harvestCsv());
  expect(files, seeds).toMatchObject([{ status: 'processed', pointCounts: { kept: 100 } }]);
  expect(failures, seeds).toEqual([]);
});
