import { maxVersions } from '../fields/changed-field.ts';
import type { Field, MergeProblem } from '../fields/field.ts';
import type { Group, Source } from './group.ts';

/** What is to be done so that every group is one field, and nothing else is. In this order: a step that is cut off is found again. */
export interface MergePlan {
  /** MERGED fields that stand for no group any longer. */
  removed: Field[];
  /** Groups that become one field, or stay one. */
  merges: Merge[];
  /** Fields that were part of one and no longer are, and those of which it changes why they are not. */
  apart: { field: Field; problem?: MergeProblem | undefined }[];
}

export interface Merge {
  /** The MERGED field that stands for the group already. */
  before?: Field | undefined;
  /** In the order of their ids. */
  sources: Source[];
}

/**
 * Gives each group the MERGED field that most of its sources had, so that the id stays when fields come and go; the older one when two
 * have as many. `fields` are all that the groups had to do with: their sources, what was merged from them, and what that was merged from.
 */
export function planMerges(groups: Group[], fields: Field[]): MergePlan {
  const open = new Map(fields.filter(canStay).map((field) => [field.id, field]));
  const merges = groups
    .filter(({ sources, problem }) => !problem && sources.length > 1)
    .map(({ sources }) => sources.toSorted((a, b) => (a.field.id < b.field.id ? -1 : 1)))
    .sort((a, b) => b.length - a.length || (firstId(a) < firstId(b) ? -1 : 1))
    .map((sources): Merge => {
      const before = heirOf(sources, [...open.values()]);
      if (before) open.delete(before.id);
      return { before, sources };
    });
  const kept = new Set(merges.map(({ before }) => before?.id));
  const merged = new Set(merges.flatMap(({ sources }) => sources.map(({ field }) => field.id)));
  const problems = new Map(
    groups.flatMap(({ sources, problem }) => (problem ? sources.map(({ field }) => [field.id, problem] as const) : [])),
  );
  return {
    removed: fields.filter(({ id, type }) => type === 'MERGED' && !kept.has(id)),
    merges,
    apart: fields
      .filter(({ id, type }) => type === 'ORIGINAL' && !merged.has(id))
      .map((field) => ({ field, problem: problems.get(field.id) }))
      .filter(({ field, problem }) => field.mergedFieldId !== undefined || field.mergeProblem?.code !== problem),
  };
}

/** A MERGED field with as many versions as a field can have makes room for a new one. */
function canStay({ type, boundaries }: Field): boolean {
  return type === 'MERGED' && boundaries.length < maxVersions;
}

function heirOf(sources: Source[], candidates: Field[]): Field | undefined {
  const common = ({ sources: ids = [] }: Field) => sources.filter(({ field }) => ids.includes(field.id)).length;
  const [best] = candidates
    .filter((candidate) => common(candidate) > 0)
    .sort((a, b) => common(b) - common(a) || (a.id < b.id ? -1 : 1));
  return best;
}

function firstId([first]: Source[]): string {
  return first?.field.id ?? '';
}
