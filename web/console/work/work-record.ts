import { areaText } from '../legend/texts.ts';
import { shownValue } from '../numbers/shown-number.ts';

interface Total {
  value: number;
  unit: string;
}

interface Stat {
  avg: number;
  unit?: string;
}

/** The summary of an operation, as far as the screen shows it. Values are in the owner's system of units, grounds in square metres. */
export interface WorkSummary {
  operationType?: string;
  crop?: string[];
  machinery?: { name: string; brand?: string; model?: string }[];
  products?: { name: string; type?: string; rate?: Total; totalApplied?: Total }[];
  varieties?: { name: string; rate?: Stat; totalPlanted?: Total }[];
  totalArea?: Total;
  totalApplied?: Total;
  totalPlanted?: Total;
  appliedRate?: Stat;
  appliedRateTarget?: Stat;
  seedRate?: Stat;
  seedRateTarget?: Stat;
  tillageDepthActual?: Stat;
  tillageDepthTarget?: Stat;
}

/** A fact of an operation, for people. */
export interface WorkFact {
  title: string;
  text: string;
}

/** What was put on or into the ground, with its mean rate and its total. */
export interface WorkInput {
  name: string;
  rate: string;
  total: string;
}

const measured = [
  ['Rate', 'appliedRate', 'appliedRateTarget'],
  ['Seed rate', 'seedRate', 'seedRateTarget'],
  ['Depth', 'tillageDepthActual', 'tillageDepthTarget'],
] as const;

/**
 * What a machine recorded of an operation, in the order in which it is shown; of a harvest see `readHarvest`.
 *
 * @param isImperial whether ground is in acres.
 */
export function workFacts(summary: WorkSummary, isImperial: boolean): WorkFact[] {
  const { totalArea, totalApplied, totalPlanted, machinery = [] } = summary;
  const rates = measured.flatMap(([title, mean, target]): WorkFact[] => {
    const [is, wanted] = [summary[mean], summary[target]];
    if (is === undefined) return [];
    const beside = wanted === undefined ? '' : `, target ${shownValue(wanted.avg)}`;
    return [{ title, text: `${shownValue(is.avg, is.unit)}${beside}` }];
  });
  return [
    ...(totalArea
      ? [{ title: 'Ground', text: `${areaText(totalArea.value, isImperial)} ${isImperial ? 'ac' : 'ha'}` }]
      : []),
    ...rates,
    ...amount('Applied', totalApplied),
    ...amount('Planted', totalPlanted),
    ...(machinery.length > 0 ? [{ title: 'Machine', text: machinery.map(machineText).join(', ') }] : []),
  ];
}

/** Products and varieties that have a rate or a total. */
export function workInputs({ products = [], varieties = [] }: WorkSummary): WorkInput[] {
  return [
    ...products.map(({ name, type, rate, totalApplied }) => ({
      name: type === 'Carrier' ? `${name} (carrier)` : name,
      ...{ rate: shownValue(rate?.value, rate?.unit), total: shownValue(totalApplied?.value, totalApplied?.unit) },
    })),
    ...varieties.map(({ name, rate, totalPlanted }) => ({
      name,
      ...{ rate: shownValue(rate?.avg, rate?.unit), total: shownValue(totalPlanted?.value, totalPlanted?.unit) },
    })),
  ].filter(({ rate, total }) => rate !== missing || total !== missing);
}

const missing = shownValue(undefined);

const amount = (title: string, total: Total | undefined): WorkFact[] =>
  total ? [{ title, text: shownValue(total.value, total.unit) }] : [];

export const machineText = ({ name, brand, model }: { name: string; brand?: string; model?: string }) =>
  [...new Set([brand, model, name])].filter(Boolean).join(' ');
