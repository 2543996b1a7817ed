import type { Leaf } from './modus-account.ts';

/** The member at a path; undefined where there is none. */
export function at(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Record<string, unknown>)[name];
  }
  return current;
}

/** A text, or a number as text; undefined for anything else, and where it is empty. */
export function text(value: unknown, ...path: string[]): string | undefined {
  const found = at(value, ...path);
  return (typeof found === 'number' ? String(found) : typeof found === 'string' ? found.trim() : '') || undefined;
}

/** All values of a document that are no objects, lists or empty. */
export function* leavesOf(value: unknown, name = '', above: readonly string[] = []): Generator<Leaf> {
  if (Array.isArray(value)) for (const one of value) yield* leavesOf(one, name, above);
  else if (typeof value === 'object' && value !== null) {
    const names = name === '' ? above : [...above, name];
    for (const [member, one] of Object.entries(value)) yield* leavesOf(one, member, names);
  } else if (value !== undefined && value !== null && String(value).trim() !== '') yield { name, above };
}

/** A list; the values of an object, as lists are in some files. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : entries(value).map(([, one]) => one);
}

export function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
