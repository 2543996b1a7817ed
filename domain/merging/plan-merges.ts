import type { Field, MergeProblem } from '../fields/field.ts';
import { limits } from '../limits.ts';
import type { Group, Source } from './group.ts';

/**
 * The changes after which every group is one MERGED field, and there are no others. Executed in this order, so that an
 * interrupted run can be repeated.
 */
export interface MergePlan {
  /** MERGED fields without a group. */
  removed: Field[];
  /** Groups that become one MERGED field, or stay one. */
  merges: Merge[];
  /** Fields that leave a MERGED field, and fields whose reason for not being merged changes. */
  apart: { field: Field; problem?: MergeProblem | undefined }[];
}

export interface Merge {
  /** The existing MERGED field of the group. */
  before?: Field | undefined;
  /** Sorted by id. */
  sources: Source[];
}

/**
 * Gives each group the MERGED field that most of its sources had, so that its id stays when fields come and go; the
 * older one in a tie. @param fields the sources of the groups, their MERGED fields, and the former sources of those.
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

/** A MERGED field with the maximum number of versions is replaced by a new one. */
function canStay({ type, boundaries }: Field): boolean {
  return type === 'MERGED' && boundaries.length < limits.boundaryVersions;
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
