import type { ProcessedFile } from '../../domain/machine-files/machine-file-engine.ts';
import type { MachineProblem } from '../../domain/machine-files/problem.ts';
import type { Summary, Total } from '../../domain/machine-files/summary.ts';

/** Sums are compared to this many digits: releases of the row engine add in another order. */
const digits = 6;

/** What a set of machine data gave, small enough to read. Names of farms, fields and products are left out: some are people's. */
export function summariseFile(format: string, { status, operationType, pointCounts, ...file }: ProcessedFile) {
  return {
    format,
    status,
    ...(operationType && { operationType }),
    ...(pointCounts && { points: pointCounts }),
    ...(file.startTime && { startTime: file.startTime, endTime: file.endTime }),
    ...(file.summary && { crop: file.summary.properties.crop, totals: totalsOf(file.summary) }),
    ...(file.summary && { averages: averagesOf(file.summary) }),
    problems: namesOf(file.problems),
  };
}

export function namesOf(problems: MachineProblem[]): string[] {
  return problems.map(({ severity, code }) => `${severity} ${code}`);
}

function totalsOf({ properties }: Summary): Record<string, string> {
  const totals = Object.entries(properties).filter(([name]) => name.startsWith('total')) as [string, Total][];
  return Object.fromEntries(totals.map(([name, { value, unit }]) => [name, written(value, unit)]));
}

/** Of what matters most of each kind of work. */
function averagesOf({ properties }: Summary): Record<string, string> {
  const told = ['wetMassPerArea', 'dryMassPerArea', 'harvestMoisture', 'seedRate', 'appliedRate', 'tillageDepthActual'];
  const found = told.flatMap((name) => {
    const stat = properties[name] as { avg: number; unit?: string } | undefined;
    return stat ? [[name, written(stat.avg, stat.unit)]] : [];
  });
  return Object.fromEntries(found);
}

function written(value: number, unit = ''): string {
  return `${Number(value.toPrecision(digits))} ${unit}`.trim();
}
