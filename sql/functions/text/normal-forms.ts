import { fail } from '../../fault.ts';
import type { Expression } from '../../syntax/expressions.ts';
import { call, literal } from '../build.ts';
import { runtimeName } from '../geography/define.ts';
import type { Expand } from '../row.ts';

/** Name of the function for normal forms other than NFC that Furrow adds to DuckDB. */
export const normalForm = runtimeName('normal_form');

const forms = ['NFC', 'NFKC', 'NFD', 'NFKD'];

/** The form in a call of NORMALIZE: a name that is not a column. */
export function formArgument(node: Expression) {
  const name = node.kind === 'path' && node.names.length === 1 ? (node.names[0]?.text.toUpperCase() ?? '') : '';
  if (!forms.includes(name))
    fail('invalid_query', node.at, 'NORMALIZE takes one of four forms.', { hint: `Use ${forms.join(', ')}.` });
  return literal(node.at, name);
}

/** NORMALIZE with a text and an optional form. */
export const normalized: Expand = ([text, form], { at, type }) => {
  const name = form?.kind === 'literal' ? String(form.value) : 'NFC';
  const duckdb = name === 'NFC' ? 'nfc_normalize($1)' : `${normalForm}($1, '${name}')`;
  return call(at, type, { duckdb, trino: `normalize($1, ${name})` }, text ? [text] : []);
};
