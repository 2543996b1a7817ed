import { fail } from '../fault.ts';
import { tokenize } from '../lexing/tokenize.ts';
import { TokenStream } from '../parsing/token-stream.ts';
import { parseType } from '../parsing/type-name.ts';
import type { TypeName } from '../syntax/expressions.ts';
import { arrayOf, type ScalarKind, type SqlType, scalarKinds, structOf, typeOf } from './sql-type.ts';

const synonyms: Record<string, ScalarKind> = {
  BOOLEAN: 'BOOL',
  INT: 'INT64',
  INTEGER: 'INT64',
  BIGINT: 'INT64',
  SMALLINT: 'INT64',
  TINYINT: 'INT64',
  BYTEINT: 'INT64',
  DOUBLE: 'FLOAT64',
  DECIMAL: 'NUMERIC',
};
const unsupported = new Set(['JSON', 'BIGNUMERIC', 'BIGDECIMAL', 'INTERVAL', 'RANGE', 'UUID', 'FLOAT32']);

/** @throws Fault for a type that does not exist or is not supported. */
export function toType({ at, name, element, fields }: TypeName): SqlType {
  if (element) {
    const inner = toType(element);
    if (inner.kind === 'ARRAY') fail('type_error', at, 'Arrays of arrays are not supported.');
    return arrayOf(inner);
  }
  if (fields) return structOf(fields.map((field) => ({ name: field.name, type: toType(field.type) })));
  if (unsupported.has(name)) fail('unsupported_feature', at, `The type ${name} is not supported.`);
  const kind = Object.hasOwn(synonyms, name) ? synonyms[name] : scalarKinds.find((known) => known === name);
  return kind ? typeOf(kind) : fail('type_error', at, `Type not found: ${name}.`);
}

/** A type of a catalogue, whose structs have the same field names in the engines. */
export function storedType(text: string): SqlType {
  return asStored(toType(parseType(new TokenStream(tokenize(text)))));
}

function asStored(type: SqlType): SqlType {
  if (type.kind === 'ARRAY') return arrayOf(asStored(type.element));
  if (type.kind !== 'STRUCT') return type;
  return {
    kind: 'STRUCT',
    fields: type.fields.map(({ name, type: field }) => ({ name, type: asStored(field), column: name })),
  };
}
