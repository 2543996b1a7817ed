import { invalid } from '../../domain/errors.ts';

/** Parameters that may be given more than once; their values are joined with commas. */
const repeatable = new Set(['sort']);

/** The parameters of a raw query string. API Gateway's own parsing joins repeated values, which hides mistakes. */
export function parseQueryString(raw: string): Record<string, string> {
  const parsed: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(raw)) {
    const before = Object.hasOwn(parsed, name) ? parsed[name] : undefined;
    if (before !== undefined && !repeatable.has(name))
      throw invalid(`#/${name}`, `The parameter ${name} is given twice.`);
    Object.defineProperty(parsed, name, {
      value: before === undefined ? value : `${before},${value}`,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return parsed;
}
