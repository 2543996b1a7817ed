import { type AnalyteCode, elementSymbols } from '../analytes.ts';
import type { UnitKey } from '../units.ts';

/** How a table writes symbols of elements that it does not write as they are. */
export interface SymbolCase {
  /** All in capitals: CA, MG, ZN. */
  isCapital: boolean;
  /** All in small letters: ca, mg, zn. */
  isSmall: boolean;
}

/** What a word that has the letters of a symbol, in another case, measures: an analyte, or what nobody can tell. */
export type FoldedSymbol = { code: AnalyteCode } | 'doubtful';

/** Symbols that mean nothing else in tables of soil, whatever their case. */
const plain = ['Ca', 'Mg', 'Zn', 'Fe', 'Mn', 'Cu', 'Na', 'Al', 'Cl'];
/** By their own letters only, in tables of small letters: n is also a number of samples. */
const plainSmall = ['P', 'K'];

const folded = new Map([...elementSymbols].map(([symbol, code]) => [symbol.toUpperCase(), { symbol, code }] as const));

/** Abbreviations for something else by the unit: French and Portuguese organic matter and carbon, Spanish conductivity. */
const abbreviations: Record<string, Partial<Record<UnitKey, AnalyteCode>>> = {
  MO: { '%': 'OM', 'g/kg': 'OM', 'g/dm³': 'OM' },
  CO: { '%': 'OC', 'g/kg': 'OC', 'g/dm³': 'OC' },
  CE: { 'dS/m': 'EC', 'mS/m': 'EC', 'µS/cm': 'EC' },
};

/** Elements of which soil has so little that per cent and g/kg mean something else. */
const traces = new Set(['Mo', 'Co', 'Cd', 'Pb', 'Ni', 'As', 'Se', 'Cr', 'B', 'Zn', 'Cu']);
/** Elements that soils have traces of, beside which PB is lead, and not phosphorus by Bray. */
const heavyMetals = /^(?:CD|CR|NI|AS|HG|ZN)$/;

const contents: (UnitKey | undefined)[] = [
  'mg/kg',
  'ppb',
  'mg/dm³',
  'mg/100g',
  'cmol/kg',
  'mmol/kg',
  'cmol/dm³',
  'mmol/dm³',
];
const amounts: (UnitKey | undefined)[] = [...contents, 'lb/ac', 'kg/ha', 'g/kg', 'g/dm³'];
const shares: (UnitKey | undefined)[] = ['%', 'g/kg', 'g/dm³'];

/** How the names of a table's headings write symbols: as they are, if one of two letters is. */
export function symbolCaseOf(names: string[]): SymbolCase {
  const words = new Set(names.flatMap((name) => name.split(/[^A-Za-z]+/)));
  const isWritten = [...plain, 'Ni', 'Cd', 'Pb', 'Mo', 'Co'].some((symbol) => words.has(symbol));
  const capitals = plain.filter((symbol) => words.has(symbol.toUpperCase())).length;
  const small = [...plain, ...plainSmall].filter((symbol) => words.has(symbol.toLowerCase())).length;
  return { isCapital: !isWritten && capitals >= 2, isSmall: !isWritten && small >= 3 };
}

/**
 * What a word means that is a symbol but for its case. The unit decides; without one, a symbol with no other meaning counts where the table
 * writes all of them so. Undefined for other words.
 *
 * @param beside all names of the table's headings.
 * @example foldedSymbol('MO', '%', style, []) // { code: 'OM' }
 */
export function foldedSymbol(
  word: string,
  unit: UnitKey | undefined,
  style: SymbolCase,
  beside: readonly string[],
): FoldedSymbol | undefined {
  const letters = word.replaceAll('.', '');
  const upper = letters.toUpperCase();
  if (letters !== upper && letters !== letters.toLowerCase()) return undefined;
  const other = unit && abbreviations[upper]?.[unit];
  if (other) return { code: other };
  const found = folded.get(upper);
  if (!found) return abbreviations[upper] ? 'doubtful' : undefined;
  const { symbol, code } = found;
  if (traces.has(symbol) && shares.includes(unit)) return 'doubtful';
  if (
    symbol === 'Pb' &&
    !beside.some((name) =>
      heavyMetals.test(
        name
          .trim()
          .split(/[^A-Za-z]/)[0]
          ?.toUpperCase() ?? '',
      ),
    )
  )
    return 'doubtful';
  const isPlain = plain.includes(symbol) || symbol.length === 1;
  if (isPlain ? amounts.includes(unit) : contents.includes(unit)) return { code };
  const isUsual = plain.includes(symbol) || plainSmall.includes(symbol);
  if (isUsual && (letters === upper ? style.isCapital : style.isSmall)) return { code };
  return 'doubtful';
}

/** Whether a symbol as it is written has a unit that its element cannot have in soil: Mo in per cent. */
export function isImpossible(word: string, code: AnalyteCode | undefined, unit: UnitKey | undefined): boolean {
  return code !== undefined && word === code && traces.has(code) && shares.includes(unit);
}
