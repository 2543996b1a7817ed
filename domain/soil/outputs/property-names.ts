import type { SoilResult } from '../soil-reading.ts';

/** What may stand behind the name of an analyte. */
const suffixes = ['', 'Unit', 'Method', 'Qualifier', 'Flag', 'Original'] as const;

/**
 * Names of the properties of a sample's results, one for each in their order: the code where the sample has one result
 * for it, otherwise the code with the method, and a number where that is taken as well. No two results share a name,
 * nor has one that of another's unit, or of a property that is there anyway.
 *
 * @param taken names of other properties.
 * @example propertyNames([{ code: 'P', method: 'bray1' }, { code: 'P', method: 'olsen' }], []) // ['P_bray1', 'P_olsen']
 */
export function propertyNames(
  results: readonly Pick<SoilResult, 'code' | 'method' | 'original'>[],
  taken: Iterable<string>,
): string[] {
  const used = new Set(taken);
  const count = new Map<string, number>();
  for (const { code } of results) count.set(code, (count.get(code) ?? 0) + 1);
  return results.map(({ code, method, original }) => {
    const way = method ?? (original.method && wordOf(original.method));
    const wanted = count.get(code) === 1 || !way ? code : `${code}_${way}`;
    let name = wanted;
    for (let number = 2; suffixes.some((suffix) => used.has(name + suffix)); number += 1) name = `${wanted}_${number}`;
    for (const suffix of suffixes) used.add(name + suffix);
    return name;
  });
}

/** A method in a file's own words, as part of a name. */
function wordOf(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
    .join('_');
}
