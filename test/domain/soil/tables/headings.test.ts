import { describe, expect, it } from 'vitest';
import { elementSymbols } from '../../../../domain/soil/analytes.ts';
import { depthsOfHeadings } from '../../../../domain/soil/tables/heading-depths.ts';
import { nameIn, resultHeading } from '../../../../domain/soil/tables/headings.ts';
import { symbolCaseOf } from '../../../../domain/soil/tables/symbols.ts';

/** What each heading of a table names, read beside all others: code, method and unit; `?` where nobody can tell, `-` for nothing. */
function readTogether(headings: string[]): string[] {
  const beside = headings.map(nameIn);
  const context = { ...symbolCaseOf(beside), beside };
  return headings.map((heading) => shown(resultHeading(heading, context)));
}

function shown({ code, method, unit, isDoubtful }: ReturnType<typeof resultHeading>): string {
  if (isDoubtful) return '?';
  return code === undefined ? '-' : [code, method, unit].filter((part) => part !== undefined).join(' ');
}

describe('headings that laboratories print', () => {
  const known: [heading: string, meaning: string][] = [
    ['P (Olsen)', 'P olsen'],
    ['P-Olsen (ppm)', 'P olsen ppm'],
    ['P (Mehlich 3) ppm', 'P mehlich3 ppm'],
    ['P-M3 ppm', 'P mehlich3 ppm'],
    ['P-B (ppm)', 'P bray1 ppm'],
    ['P-B2', 'P bray2'],
    ['K (NH4OAc)', 'K ammoniumAcetate'],
    ['P2O5 (CAL) mg/100g', 'P calciumLactate mg/100g'],
    ['Phosphor (mg P2O5/100g)', 'P mg/100g'],
    ['P₂O₅ Olsen (mg/kg)', 'P olsen mg/kg'],
    ['K2O éch. (mg/kg)', 'K mg/kg'],
    ['MgO', 'Mg'],
    ['Ca++ (meq/100g)', 'Ca meq/100g'],
    ['Na+ (cmolc/kg)', 'Na cmolc/kg'],
    ['pH eau', 'pH'],
    ['pH (1:2)', 'pH water1to2'],
    ['pH-Wert (CaCl2)', 'saltPH calciumChloride'],
    ['pH KCl', 'saltPH'],
    ['Humus %', 'OM %'],
    ['Humusgehalt (%)', 'OM %'],
    ['M.O. (%)', 'OM %'],
    ['Matière organique (g/kg)', 'OM g/kg'],
    ['Materia orgánica', 'OM'],
    ['Matéria orgânica', 'OM'],
    ['O.M. %', 'OM %'],
    ['Phosphore (mg/kg)', 'P mg/kg'],
    ['Fósforo disponible (ppm)', 'P ppm'],
    ['Kalium', 'K'],
    ['Kali mg/kg', 'K mg/kg'],
    ['Potássio', 'K'],
    ['Magnésium', 'Mg'],
    ['Azufre', 'S'],
    ['Enxofre', 'S'],
    ['Mangan', 'Mn'],
    ['Blei (mg/kg)', 'Pb mg/kg'],
    ['CTC (cmolc/dm³)', 'CEC cmolc/dm³'],
    ['C.I.C. (meq/100g)', 'CEC meq/100g'],
    ['C.E. (dS/m)', 'EC dS/m'],
    ['V%', 'BS'],
    ['Argile (%)', 'clay %'],
    ['Ton %', 'clay %'],
    ['Areia (g/kg)', 'sand g/kg'],
    ['Organic Matter (OM) %', 'OM %'],
    ['Materia orgánica (MO)', 'OM'],
    ['Phosphorus (P) ppm', 'P ppm'],
    ['Nitrate-Nitrogen (NO3-N) ppm', 'NO3N ppm'],
    ['N-NH4+ (mg/kg)', 'NH4N mg/kg'],
    ['Olsen (ppm)', 'P olsen ppm'],
    ['Ca:Mg', '-'],
    ['C/N', '-'],
    ['C-A', '-'],
    ['N/A', '-'],
    ['Ca+Mg', '-'],
    ['S-B', '-'],
    ['CEC', 'CEC'],
    ['cec', 'CEC'],
    ['PH', 'pH'],
  ];
  for (const [heading, meaning] of known)
    it(`${heading}: ${meaning}`, () => expect(shown(resultHeading(heading))).toBe(meaning));
});

it('counts a symbol as it is written, and in no other case unless the unit tells', () => {
  for (const [symbol, code] of elementSymbols) {
    expect(resultHeading(symbol).code).toBe(code);
    const others = [symbol.toUpperCase(), symbol.toLowerCase()].filter((one) => one !== symbol);
    for (const other of others) {
      expect([other, resultHeading(other).code]).toEqual([other, undefined]);
      expect(resultHeading(`${other}x`).code).toBeUndefined();
    }
  }
});

it('lets the unit decide where all headings are capitals', () => {
  expect(readTogether(['PH', 'MO (%)', 'CO (%)', 'CA (PPM)', 'MG (PPM)', 'K'])).toEqual([
    'pH',
    'OM %',
    'OC %',
    'Ca PPM',
    'Mg PPM',
    'K',
  ]);
  expect(readTogether(['MO (PPM)', 'CO (MG/KG)', 'CD (PPM)', 'PB (PPM)', 'NI (PPM)', 'AS (PPM)'])).toEqual([
    'Mo PPM',
    'Co MG/KG',
    'Cd PPM',
    'Pb PPM',
    'Ni PPM',
    'As PPM',
  ]);
  expect(readTogether(['CA', 'MG', 'ZN', 'NA', 'MO', 'CO', 'SE', 'CE'])).toEqual([
    'Ca',
    'Mg',
    'Zn',
    'Na',
    '?',
    '?',
    '?',
    '?',
  ]);
  // Beside no other metal, it may be phosphorus by Bray.
  expect(readTogether(['PB (PPM)', 'PH'])).toEqual(['?', 'pH']);
});

it('takes capitals for no symbols beside symbols as they are, and words in small letters for none without a unit', () => {
  expect(readTogether(['Ca (ppm)', 'NA', 'CO', 'n', 's'])).toEqual(['Ca ppm', '?', '?', '?', '?']);
  expect(readTogether(['p_ppm', 'k_ppm', 'n_%', 's (ppm)'])).toEqual(['P ppm', 'K ppm', '?', 'S ppm']);
  // There is no such molybdenum in soil.
  expect(readTogether(['Mo (%)', 'Mo (ppm)'])).toEqual(['?', 'Mo ppm']);
});

it('finds depths in headings, and takes no other numbers for them', () => {
  const headings = [
    '0-6 NO3 lb/ac',
    '6-24 NO3 lb/ac',
    'pH 6-24',
    'pH_0_15',
    'OM 15-30cm (%)',
    'Aggregates 1-2mm %',
    'Bray P-1',
  ];
  const depths = [...depthsOfHeadings(headings)].map(([heading, { depth, rest }]) => [heading, { ...depth }, rest]);
  expect(depths).toEqual([
    ['0-6 NO3 lb/ac', { top: 0, bottom: 6 }, 'NO3 lb/ac'],
    ['6-24 NO3 lb/ac', { top: 6, bottom: 24 }, 'NO3 lb/ac'],
    ['pH 6-24', { top: 6, bottom: 24 }, 'pH'],
    ['pH_0_15', { top: 0, bottom: 15 }, 'pH'],
    ['OM 15-30cm (%)', { top: 15, bottom: 30, unit: 'cm' }, 'OM (%)'],
  ]);
});
