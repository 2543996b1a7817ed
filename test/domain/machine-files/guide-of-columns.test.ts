import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { isAmbiguous } from '../../../domain/machine-files/points/columns/ambiguous-names.ts';
import { columnsNamed, knownName } from '../../../domain/machine-files/points/columns/column-names.ts';
import { plainNames } from '../../../domain/machine-files/points/columns/header-text.ts';
import { simpleUnits } from '../../../domain/machine-files/points/columns/simple-units.ts';
import { inEnglish } from '../../../domain/machine-files/points/columns/translated-names.ts';
import { readingsOf } from '../../../domain/machine-files/points/units.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide-machine-files.md'), 'utf8');
const [section = ''] = guide.split('### Names and units of columns').slice(1);
const codesIn = (line: string) => [...line.matchAll(/`([^`]{1,60})`/g)].map(([, code = '']) => code);
const rowsUnder = (heading: string) => {
  const [, table = ''] = section.split(heading);
  return table.slice(0, table.indexOf('\n\n')).split('\n').slice(2);
};

const operations: OperationType[] = ['harvested', 'planted', 'applied', 'tillage'];

/** The columns of a name for each kind of work; the name itself where it is that of a time, a product, a machine or a position. */
function meaningOf(header: string) {
  const [plain = ''] = plainNames(header);
  return knownName(plain) ? operations.map((operation) => columnsNamed(plain, operation)) : plain;
}

test('the headers of the guide are read as the English ones of their rows', () => {
  const rows = rowsUnder('| Value | German | French | Spanish | Portuguese |').map(codesIn);
  expect(rows.length).toBeGreaterThan(20);
  for (const [english = '', ...others] of rows) {
    for (const other of others) expect(meaningOf(other), `${other} for ${english}`).toEqual(meaningOf(english));
    expect(others).toHaveLength(4);
  }
});

test('the units of the guide are those that are read', () => {
  const codes = rowsUnder('| Measures | Units |').flatMap(codesIn);
  for (const code of codes) expect(readingsOf(code), code).not.toEqual([]);
  const named = new Set(codes.flatMap((code) => readingsOf(code).map(({ unit }) => unit)));
  expect(Object.keys(simpleUnits).filter((name) => !named.has(name))).toEqual([]);
});

test('the names of the guide with several meanings have several', () => {
  const [, text = ''] = section.split('Names that mean several things (');
  const names = codesIn(text.slice(0, text.indexOf(')')));
  expect(names.map((name) => isAmbiguous(inEnglish(name)))).toEqual([true, true, true, true]);
});
