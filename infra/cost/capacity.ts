import { limits } from '../../domain/limits.ts';
import type { Job } from '../../functions/manifest/job.ts';
import { type JobName, jobNames, jobs } from '../../functions/manifests.ts';
import { sweepItemSeconds, sweepKinds, usualSweepItems } from '../settings/sweep-items.ts';

const secondsOfDay = 86_400;

/** The items that a job's workers do in a day, when its queue is never empty. */
export function itemsOfDay(job: JobName, workers: number): number {
  return (busyWorkers(job, workers) * secondsOfDay) / jobs[job].one.seconds;
}

/** Two of the workers of a job with places read nothing. */
function busyWorkers(job: JobName, workers: number): number {
  const { places }: Pick<Job, 'places'> = jobs[job];
  return places ? Math.max(1, workers - 2) : workers;
}

function sharesFiles(job: JobName): boolean {
  const { places }: Pick<Job, 'places'> = jobs[job];
  return places === 'files';
}

/** The tables of docs/cost.md on what workers and the sweep do in a day, each row with its arithmetic. */
export function capacityReport(
  slots: Readonly<Record<JobName, number>>,
  sweepItems = usualSweepItems,
  filesAtOnce: number = limits.filesAtOnce,
): string {
  return [
    '| Setting | Workers | Messages at once | One item | Seconds | In a day |',
    '|---|--:|--:|---|---|---|',
    ...jobNames.map((job) => {
      const { item, seconds, isMeasured }: Job['one'] = jobs[job].one;
      const sum = `${busyWorkers(job, slots[job])} × ${number(secondsOfDay)} s ÷ ${seconds} s = **${rounded(itemsOfDay(job, slots[job]))}**`;
      return `| \`workers.${job}\` | ${slots[job]} | ${jobs[job].batchSize} | ${item} | ${seconds}, ${isMeasured ? 'measured' : 'assumed'} | ${sum} |`;
    }),
    '',
    '| Setting | Of one owner | Its work | In a day |',
    '|---|--:|---|---|',
    ...jobNames.filter(sharesFiles).map((job) => {
      const { item, seconds } = jobs[job].one;
      const sum = `${filesAtOnce} × ${number(secondsOfDay)} s ÷ ${seconds} s = **${rounded((filesAtOnce * secondsOfDay) / seconds)}**`;
      return `| \`filesAtOnce\` | ${filesAtOnce} | ${item} | ${sum} |`;
    }),
    '',
    '| Setting | In a minute | In a day | Time of a run |',
    '|---|--:|---|---|',
    `| \`sweepItems\` | ${sweepItems} of each kind | ${sweepItems} × 1,440 = **${number(sweepItems * 1440)}** of each kind: rounds of accounts, searches in square degrees and for Planet, listeners with deliveries, and what was lost | ${sweepKinds} kinds × ${sweepItems} × ${sweepItemSeconds} s = ${Math.round(sweepKinds * sweepItems * sweepItemSeconds)} s at most, assumed |`,
  ].join('\n');
}

const number = (value: number): string => value.toLocaleString('en');

/** With three digits: more would say what nobody has measured. */
const rounded = (value: number): string => number(Number(value.toPrecision(3)));
