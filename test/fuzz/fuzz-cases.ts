import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type Parser, parsers } from './parsers.ts';

export interface FuzzCase {
  parser: string;
  seed: number;
}

/** A file that is read without damage. */
export interface FileCase {
  path: string;
  reads: Parser['reads'];
}

/** The verdict of a reader after a case; without a fault before its first one, or when all is well. */
export interface FuzzVerdict {
  fault?: string | undefined;
}

export interface Found {
  kind: 'crash' | 'hang' | 'fault';
  words: string;
}

export type Finding<C = FuzzCase> = C & Found;

/** Cases divided by the parsers' weights; a case does not depend on those before it. */
export function fuzzCases(count: number, seed: number): FuzzCase[] {
  const total = parsers.reduce((sum, { weight }) => sum + weight, 0);
  return parsers.flatMap(({ name, weight }) =>
    Array.from({ length: Math.ceil((count * weight) / total) }, (_, index) => ({ parser: name, seed: seed + index })),
  );
}

export interface FuzzOptions<C> {
  processes: number;
  /** Milliseconds for one case. */
  longest: number;
  onFinding?: (finding: Finding<C>) => void;
  onDone?: (done: C) => void;
}

/** Cases of a process before it is replaced, so that leftovers of one file are not blamed on another. */
const casesOfProcess = 500;

/** Reads each case in a child process, which a file may end: that is a finding, and the next case has another process. */
export async function runCases<C extends FuzzCase | FileCase>(
  cases: C[],
  { processes, longest, ...on }: FuzzOptions<C>,
): Promise<Finding<C>[]> {
  const findings: Finding<C>[] = [];
  const left = [...cases].reverse();
  const work = async () => {
    let reader: Reader | undefined;
    for (let read = 0, next = left.pop(); next; next = left.pop(), read++) {
      if (read % casesOfProcess === casesOfProcess - 1) reader = end(reader);
      reader ??= await startReader();
      let found: Found | undefined = await answerOf(reader, next, longest);
      if (found?.kind === 'hang') {
        // The machine may have been busy.
        end(reader);
        reader = await startReader();
        found = await answerOf(reader, next, 3 * longest);
      }
      if (found) {
        const finding = { ...next, ...found };
        findings.push(finding);
        on.onFinding?.(finding);
        if (found.kind !== 'fault') reader = end(reader);
      }
      on.onDone?.(next);
    }
    end(reader);
  };
  await Promise.all(Array.from({ length: processes }, work));
  return findings;
}

interface Reader {
  child: ChildProcess;
  /** The last output of the process. */
  words: string;
}

async function startReader(): Promise<Reader> {
  const child = fork(join(import.meta.dirname, 'reader-process.ts'), {
    execArgv: ['--import', 'tsx', '--max-old-space-size=1024'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const reader: Reader = { child, words: '' };
  child.stderr?.on('data', (chunk) => {
    reader.words = `${reader.words}${chunk}`.slice(-2_000);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error(`a reader did not start: ${reader.words}`)));
  });
  return reader;
}

function end(reader: Reader | undefined): undefined {
  reader?.child.kill('SIGKILL');
}

function answerOf(reader: Reader, one: FuzzCase | FileCase, longest: number): Promise<Found | undefined> {
  return new Promise((resolve) => {
    const settle = (found: Found | undefined) => {
      clearTimeout(timer);
      reader.child.removeAllListeners('message').removeAllListeners('exit');
      resolve(found);
    };
    const timer = setTimeout(() => settle({ kind: 'hang', words: `no answer in ${longest} ms` }), longest);
    reader.child.once('message', ({ fault }: FuzzVerdict) =>
      settle(fault === undefined ? undefined : { kind: 'fault', words: fault }),
    );
    reader.child.once('exit', (code, signal) => settle({ kind: 'crash', words: `${signal ?? code}: ${reader.words}` }));
    reader.child.send(one);
  });
}
