import type { ColumnId } from './expressions.ts';

/** Members that contain no columns of a query. */
const passedOver = new Set([
  'type',
  'text',
  'points',
  'stored',
  'only',
  'except',
  'among',
  'within',
  'shape',
  'locatedBy',
  'located',
]);

/**
 * All columns that some step reads: others are not written.
 *
 * @example const used = usedColumns(plan, commonTables);
 */
export function usedColumns(...roots: readonly unknown[]): ReadonlySet<ColumnId> {
  const used = new Set<ColumnId>();
  const seen = new Set<object>();
  const waiting: object[] = [];
  const visit = (value: unknown) => {
    if (typeof value === 'object' && value !== null) waiting.push(value);
  };
  roots.forEach(visit);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) {
      value.forEach(visit);
      continue;
    }
    const node = value as Record<string, unknown>;
    if (node.kind === 'column') {
      used.add(node.id as ColumnId);
      continue;
    }
    // Plans and tables of WITH can be reached on several paths.
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === 'scan') continue;
    if (node.kind === undefined && typeof node.from === 'number') used.add(node.from);
    if (node.outer instanceof Map) for (const id of node.outer.values()) used.add(id);
    for (const ids of [node.output, node.columns]) {
      if (typeof ids === 'number') used.add(ids);
      else if (Array.isArray(ids)) for (const id of ids) if (typeof id === 'number') used.add(id);
    }
    for (const name in node) if (!passedOver.has(name)) visit(node[name]);
  }
  return used;
}
