import { timestamp } from '../../../domain/clock.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { findGroups } from '../../../domain/merging/find-groups.ts';
import type { Member } from '../../../domain/merging/group.ts';
import { mergedField } from '../../../domain/merging/merged-field.ts';
import { type Merge, type MergePlan, planMerges } from '../../../domain/merging/plan-merges.ts';
import type { Seed } from '../../../domain/merging/seed.ts';
import type { Noted } from '../../../domain/work/work-stores.ts';
import { affectedBy } from './affected-by.ts';
import { landOf } from './land-of.ts';
import type { MergeServices } from './services.ts';
import { uniteGroups } from './unite-groups.ts';

/** Another worker or a request may change a field between reading and writing. */
const attempts = 5;

/** Whose fields are looked at, and what holds for them. */
interface Look {
  ownerId: string;
  svcUserId: string;
  settings: Settings;
}

/**
 * Makes all groups that changed fields are in, or were in, one field each, and takes apart what no longer hangs together. Answers the
 * seeds that this has dealt with.
 */
export async function mergeAround(
  ownerId: string,
  svcUserId: string,
  seeds: Noted<Seed>[],
  services: MergeServices,
): Promise<Noted<Seed>[]> {
  const settings = await services.settings(ownerId, svcUserId);
  let dealtWith = seeds;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { done, noted } = await mergeOnce({ ownerId, svcUserId, settings }, dealtWith, services);
    dealtWith = noted;
    if (done) return dealtWith;
  }
  throw new Error(`the fields of ${svcUserId} changed ${attempts} times while they were merged`);
}

/** Not done when a field has changed meanwhile. */
async function mergeOnce(
  look: Look,
  seeds: Noted<Seed>[],
  services: MergeServices,
): Promise<{ done: boolean; noted: Noted<Seed>[] }> {
  const { ownerId, svcUserId, settings } = look;
  const { store } = services;
  const land = await landOf(ownerId, svcUserId, seeds, settings, services);
  const { groups, members } = await affectedBy(seeds, land, (ids) => findGroups(ids, land));
  const shapes = uniteGroups(groups, await services.overlay());
  const fields = members.map(({ field }) => field);
  const plan = planMerges(groups, fields);
  const noted = await withRelated(look, seeds, plan, services);
  for (const field of plan.removed) await store.remove(ownerId, field);
  for (const merge of plan.merges) {
    const before = members.find(({ field }) => field.id === merge.before?.id);
    if (!(await write(ownerId, merge, before, shapes, services))) return { done: false, noted };
  }
  for (const { field, problem } of plan.apart) await store.setApart(ownerId, field, problem);
  return { done: true, noted };
}

/**
 * Notes related fields before any change. A removed field no longer names its neighbours, and a MERGED field no longer names former sources: if the
 * work were interrupted between its steps, later runs could not find the remaining fields.
 */
async function withRelated(
  { ownerId, svcUserId }: Look,
  seeds: Noted<Seed>[],
  { removed, merges, apart }: MergePlan,
  { seeds: list }: MergeServices,
): Promise<Noted<Seed>[]> {
  const known = new Set(seeds.flatMap(({ fieldId, related = [] }) => [fieldId, ...related]));
  const moving = merges.flatMap(({ before, sources }) =>
    sources.map(({ field }) => field).filter(({ mergedFieldId = before?.id }) => mergedFieldId !== before?.id),
  );
  const leading = [...removed, ...moving, ...apart.map(({ field }) => field)];
  const related = leading.map(({ id }) => id).filter((id) => !known.has(id));
  const [first] = seeds;
  if (!first || related.length === 0) return seeds;
  const before = seeds.flatMap((seed) => seed.related ?? []);
  const leadingThere = { fieldId: first.fieldId, related: [...new Set([...before, ...related])] };
  const noted = await list.note({ ownerId, svcUserId }, [leadingThere]);
  return [...seeds.filter((seed) => !(seed.related && seed.fieldId === first.fieldId)), ...noted];
}

async function write(
  ownerId: string,
  merge: Merge,
  before: Member | undefined,
  shapes: Map<string, MultiPolygon>,
  { store, newId, clock }: MergeServices,
): Promise<boolean> {
  const after = shapes.get(merge.sources[0]?.field.id ?? '');
  if (!after) throw new Error('a group was merged before it was united');
  const shape = { before: before?.boundary?.geometry, after };
  const merged = mergedField(merge, shape, newId, timestamp(clock.now()));
  const id = merged?.field.id ?? merge.before?.id;
  const pointed = merge.sources.every(({ field }) => field.mergedFieldId === id && !field.mergeProblem);
  if (!merged && pointed) return true;
  const field = merged ?? { field: merge.before as NonNullable<Merge['before']> };
  return store.merge(ownerId, field, before, merge.sources);
}
