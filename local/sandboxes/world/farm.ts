import { type Outline, rectangle } from './outlines.ts';

/** A field of the farm that all sandboxes show, where real machines have recorded their work in Iowa, or beside it. */
export interface FarmField {
  id: string;
  name: string;
  grower: string;
  farm: string;
  outline: Outline;
  isArchived?: true;
}

/** Growers and farms as the metadata of the samples name them. */
export const growers = [
  { id: '545d2b1e-0000-1000-7ff0-e1e1e1257010', name: 'Test' },
  { id: 'd5d32f64-1e67-4ed7-8b5a-0db234f1305b', name: '---' },
  { id: '46234f43-0000-1000-4014-e1e1e11124e0', name: 'Merriweather Farms' },
] as const;

export const farms = [
  { id: '3cbdf277-c274-47f5-a6b7-156666ebfdea', name: 'LabSim Fields', grower: growers[0].id },
  { id: '302f6894-aa77-441d-a331-4d767705220e', name: '---', grower: growers[1].id },
  { id: '4641d448-0000-1000-4033-e1e1e11124e0', name: 'JT', grower: growers[2].id },
] as const;

/** Fields with work, by the ids that the metadata of the samples give. */
export const jen3 = 'fbf5c2c6-3e1a-4b0b-9dd9-e5f990f8ea44';
export const tankMixRate = '54f2ca3b-a132-49b7-a94c-5ee70a4d7640';
export const field01 = 'e61b83f4-3a12-431e-8010-596f2466dc27';

const [labSim, unnamed, jt] = farms;

/** Small fields south of 01, so that lists have more than one page. */
function smallField(number: number, uuid: (name: string) => string): FarmField {
  const name = String(number).padStart(2, '0');
  const [column, row] = [(number - 2) % 4, Math.floor((number - 2) / 4)];
  const [west, south] = [-93.1548 + column * 0.0012, 41.6644 - row * 0.0012];
  const outer = rectangle(west, south, west + 0.001, south + 0.001);
  const pond = rectangle(west + 0.0004, south + 0.0004, west + 0.0006, south + 0.0006).toReversed();
  return {
    id: uuid(`field ${name}`),
    name,
    grower: jt.grower,
    farm: jt.id,
    outline: number === 2 ? [outer, pond] : [outer],
    ...(number === 12 && { isArchived: true }),
  };
}

export function farmFields(uuid: (name: string) => string): FarmField[] {
  return [
    {
      id: jen3,
      name: 'Jen-3',
      grower: labSim.grower,
      farm: labSim.id,
      outline: [rectangle(-93.4862, 41.76148, -93.4857, 41.77102)],
    },
    {
      id: tankMixRate,
      name: 'Tank Mix Rate',
      grower: unnamed.grower,
      farm: unnamed.id,
      outline: [rectangle(-93.488, 41.75978, -93.48622, 41.77226)],
    },
    {
      id: field01,
      name: '01',
      grower: jt.grower,
      farm: jt.id,
      outline: [rectangle(-93.15486, 41.66612, -93.1502, 41.66952)],
    },
    ...Array.from({ length: 11 }, (_, at) => smallField(at + 2, uuid)),
  ];
}
