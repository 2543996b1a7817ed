import { fail } from '../fault.ts';
import { nullOf } from '../functions/build.ts';
import { castText } from '../functions/casts.ts';
import { dateConstant, datetimeConstant, timeConstant, timestampConstant } from '../functions/dates/constants.ts';
import type { Expr, Literal } from '../plan/expressions.ts';
import type { Expression } from '../syntax/expressions.ts';
import { type SqlType, typeText } from '../types/sql-type.ts';
import { coerce } from './coercion.ts';
import { numericConstant } from './literal.ts';

type CastNode = Extract<Expression, { kind: 'cast' }>;

export function resolveCast(operand: Expr, type: SqlType, { at, safe, format }: CastNode): Expr {
  if (format) {
    // Its format elements differ from those of FORMAT_DATE.
    fail('unsupported_feature', format.at, 'CAST … FORMAT is not supported.', {
      hint: 'Use FORMAT_TIMESTAMP or PARSE_TIMESTAMP.',
    });
  }
  const widened = operand.kind === 'literal' ? undefined : coerce(operand, type);
  if (widened || operand.type.kind === 'NULL') return { ...(coerce(operand, type) ?? operand), at };
  const folded = operand.kind === 'literal' ? fold(operand, type) : undefined;
  if (folded) return { ...folded, at };
  if (operand.kind === 'literal' && safe && folded === null) return nullOf(at, type);
  if (!isCastable(operand.type, type)) {
    fail('type_error', operand.at, `Invalid cast from ${typeText(operand.type)} to ${typeText(type)}.`);
  }
  return { kind: 'cast', at, type, operand, safe };
}

function isCastable(from: SqlType, to: SqlType): boolean {
  if (from.kind === 'ARRAY' && to.kind === 'ARRAY') return isCastable(from.element, to.element);
  if (from.kind !== 'STRUCT' || to.kind !== 'STRUCT') return castText(from, to) !== undefined;
  return (
    from.fields.length === to.fields.length &&
    from.fields.every(({ type }, index) => isCastable(type, to.fields[index]?.type ?? type))
  );
}

/** Converts a constant to another type; `null` if its text is invalid, `undefined` if the engine has to decide. */
function fold(operand: Literal, type: SqlType): Literal | null | undefined {
  const { value } = operand;
  if (value === null) return { ...operand, type };
  if (operand.type.kind === type.kind) return operand;
  if (operand.type.kind !== 'STRING' || typeof value !== 'string') return undefined;
  const read = foldText(value, type.kind);
  return read === undefined ? undefined : read === null ? null : { ...operand, type, value: read };
}

function foldText(text: string, kind: SqlType['kind']): Literal['value'] | null | undefined {
  const trimmed = text.trim();
  switch (kind) {
    case 'INT64': {
      const match = /^([+-]?)(\d+|0[xX][0-9a-fA-F]+)$/.exec(trimmed);
      const number = match ? BigInt(match[2] ?? '') * (match[1] === '-' ? -1n : 1n) : undefined;
      return number !== undefined && BigInt.asIntN(64, number) === number ? number : null;
    }
    case 'FLOAT64': {
      const special = { inf: Infinity, infinity: Infinity, nan: Number.NaN }[
        trimmed.replace(/^[+-]/, '').toLowerCase()
      ];
      if (special !== undefined) return trimmed.startsWith('-') ? -special : special;
      return /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : null;
    }
    case 'NUMERIC':
      return numericConstant(trimmed) ?? null;
    case 'BOOL':
      return /^(true|false)$/i.test(trimmed) ? trimmed.toLowerCase() === 'true' : null;
    case 'DATE':
      return dateConstant(text) ?? null;
    case 'TIMESTAMP':
      return timestampConstant(text) ?? null;
    case 'DATETIME':
      return datetimeConstant(text) ?? null;
    case 'TIME':
      return timeConstant(text) ?? null;
    default:
      return undefined;
  }
}
