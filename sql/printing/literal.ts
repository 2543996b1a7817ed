import { toWkt } from '../geography/wkt.ts';
import type { Expr, Literal } from '../plan/expressions.ts';
import type { SqlType } from '../types/sql-type.ts';
import type { Dialect } from './dialect.ts';

/** Differences between the engines' constants. */
export interface LiteralForms {
  type(type: SqlType): string;
  number(value: number): string;
  /** A text, bytes, a NUMERIC, a date or a time. */
  text(type: SqlType, value: string): string;
}

/** A constant, written from its value. */
export const literalWith =
  (forms: LiteralForms) =>
  ({ type, value }: Literal): string => {
    if (value === null) return type.kind === 'NULL' ? 'NULL' : `CAST(NULL AS ${forms.type(type)})`;
    switch (typeof value) {
      case 'boolean':
        return value ? 'TRUE' : 'FALSE';
      case 'bigint':
        return `BIGINT '${value}'`;
      case 'number':
        return forms.number(value);
      default:
        return forms.text(type, value);
    }
  };

/** The bytes of a string with one character for each, in hexadecimal digits. */
export const bytesInHex = (bytes: string): string =>
  [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');

/** Athena accepts 254 elements of an array. */
const maxWritten = 100;

/** An array of many constants as one text that the engine splits; undefined for any other array. */
export function packedArray({ elements }: Extract<Expr, { kind: 'array' }>, dialect: Dialect): string | undefined {
  if (elements.length <= maxWritten) return undefined;
  const integers = elements.flatMap((one) =>
    one.kind === 'literal' && typeof one.value === 'bigint' ? [one.value.toString(16)] : [],
  );
  if (integers.length === elements.length && !integers.some((digits) => digits.startsWith('-')))
    return dialect.packedIntegers(`'${integers.join()}'`);
  const shapes = elements.flatMap((one) => (one.kind === 'shape' ? [toWkt(dialect.mapped(one.shape))] : []));
  return shapes.length === elements.length ? dialect.packedShapes(`'${shapes.join(';')}'`) : undefined;
}
