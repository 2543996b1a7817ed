import { fail } from '../fault.ts';
import { dateConstant, datetimeConstant, timeConstant, timestampConstant } from '../functions/dates/constants.ts';
import type { Expr } from '../plan/expressions.ts';
import type { Literal } from '../syntax/expressions.ts';
import { typeOf } from '../types/sql-type.ts';

const min = -(2n ** 63n);
const max = 2n ** 63n - 1n;

export function resolveLiteral({ at, type, value }: Literal): Expr {
  const made = (read: Extract<Expr, { kind: 'literal' }>['value']): Expr => ({
    kind: 'literal',
    at,
    type: typeOf(type),
    value: read,
  });
  const wrong = (): never => fail('syntax_error', at, `Invalid ${type} literal "${value}".`);
  switch (type) {
    case 'NULL':
      return made(null);
    case 'BOOL':
      return made(value === 'TRUE');
    case 'INT64': {
      const number = value.startsWith('-') ? -BigInt(value.slice(1)) : BigInt(value);
      // Hexadecimal literals are 64 bits.
      const wrapped = /^0x/i.test(value) ? BigInt.asIntN(64, number) : number;
      const fits = /0x/i.test(value) ? number < 2n ** 64n : number >= min && number <= max;
      return fits ? made(wrapped) : fail('syntax_error', at, `Invalid integer literal: ${value}.`);
    }
    case 'FLOAT64': {
      const number = Number(value);
      return Number.isFinite(number)
        ? made(number)
        : fail('syntax_error', at, `Invalid floating point literal: ${value}.`);
    }
    case 'NUMERIC':
      return made(numericConstant(value) ?? wrong());
    case 'DATE':
      return made(dateConstant(value) ?? wrong());
    case 'TIMESTAMP':
      return made(timestampConstant(value) ?? wrong());
    case 'DATETIME':
      return made(datetimeConstant(value) ?? wrong());
    case 'TIME':
      return made(timeConstant(value) ?? wrong());
    default:
      return made(value);
  }
}

/** At most 29 digits before the point and 9 after it. */
export function numericConstant(text: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim());
  if (!match || (match[2] === '' && !match[3])) return undefined;
  const fraction = match[3] ?? '';
  const digits = BigInt(`${match[2] ?? ''}${fraction}` || '0');
  const exponent = Number(match[4] ?? 0) - fraction.length + 9;
  const scale = 10n ** BigInt(Math.abs(exponent));
  const scaled = exponent >= 0 ? digits * scale : (digits + scale / 2n) / scale;
  if (scaled >= 10n ** 38n) return undefined;
  const shown = scaled.toString().padStart(10, '0');
  return `${match[1] === '-' ? '-' : ''}${shown.slice(0, -9)}.${shown.slice(-9)}`;
}
