import type { ColumnId } from './expressions.ts';

/** Every column that something reads: others need not be written. */
export function usedColumns(...roots: readonly unknown[]): ReadonlySet<ColumnId> {
  const used = new Set<ColumnId>();
  const seen = new Set<object>();
  const waiting = [...roots];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const item of value) waiting.push(item);
      continue;
    }
    const node = value as {
      kind?: string;
      id?: unknown;
      from?: unknown;
      output?: unknown;
      columns?: unknown;
      outer?: unknown;
      table?: { stored?: unknown };
    };
    if (node.kind === 'column' && typeof node.id === 'number') used.add(node.id);
    if (node.kind === undefined && typeof node.from === 'number') used.add(node.from);
    for (const id of [node.output, node.columns].flat()) if (typeof id === 'number') used.add(id);
    if (node.outer instanceof Map) for (const id of node.outer.values()) used.add(id);
    const { table: _, ...rest } = node;
    waiting.push(...Object.values(node.table?.stored ? rest : node));
  }
  return used;
}
