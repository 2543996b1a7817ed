import type { Literal } from '../plan/expressions.ts';
import type { SqlType } from '../types/sql-type.ts';

/** What differs between the engines' constants. */
export interface LiteralForms {
  type(type: SqlType): string;
  number(value: number): string;
  /** A text, bytes, a NUMERIC, a date or a time. */
  text(type: SqlType, value: string): string;
}

/** A constant, written anew out of its value. */
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

/** The bytes of a string that has one character for each, in hexadecimal digits. */
export const bytesInHex = (bytes: string): string =>
  [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
