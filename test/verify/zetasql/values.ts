import type { SqlType } from '../../../sql/types/sql-type.ts';

/** A value in the engine's messages: one member named by its type, or none for NULL. */
export interface EngineValue {
  int64Value?: string;
  doubleValue?: number;
  boolValue?: boolean;
  stringValue?: string;
  bytesValue?: Uint8Array;
  dateValue?: number;
  timestampValue?: { seconds?: string; nanos?: number };
  datetimeValue?: { bitFieldDatetimeSeconds?: string; nanos?: number };
  timeValue?: string;
  numericValue?: Uint8Array;
  arrayValue?: { element?: EngineValue[] };
  structValue?: { field?: EngineValue[] };
}

/** A value of the corpus's rows for the engine, except geographies. */
export function toEngine(value: unknown, type: SqlType): EngineValue {
  if (value === null || value === undefined) return {};
  switch (type.kind) {
    case 'ARRAY':
      return { arrayValue: { element: (value as unknown[]).map((one) => toEngine(one, type.element)) } };
    case 'STRUCT': {
      const named = value as Record<string, unknown>;
      return { structValue: { field: type.fields.map((field) => toEngine(named[field.name], field.type)) } };
    }
    case 'INT64':
      return { int64Value: String(value) };
    case 'FLOAT64':
      return { doubleValue: Number(value) };
    case 'BOOL':
      return { boolValue: Boolean(value) };
    case 'DATE':
      return { dateValue: Date.parse(String(value)) / 86_400_000 };
    case 'TIMESTAMP': {
      const milliseconds = Date.parse(String(value));
      const seconds = Math.floor(milliseconds / 1000);
      return { timestampValue: { seconds: String(seconds), nanos: (milliseconds - seconds * 1000) * 1e6 } };
    }
    default:
      return { stringValue: String(value) };
  }
}

/** A value of the engine in the normal form of the corpus. */
export function fromEngine(value: EngineValue, type: SqlType): unknown {
  if (!Object.values(value).some((member) => member !== undefined && member !== null)) return null;
  switch (type.kind) {
    case 'ARRAY':
      return (value.arrayValue?.element ?? []).map((one) => fromEngine(one, type.element));
    case 'STRUCT':
      return struct(value.structValue?.field ?? [], type.fields);
    case 'INT64':
      return Number.isSafeInteger(Number(value.int64Value)) ? Number(value.int64Value) : value.int64Value;
    case 'FLOAT64':
      return Number.isFinite(value.doubleValue) ? value.doubleValue : String(value.doubleValue);
    case 'BOOL':
      return value.boolValue;
    case 'BYTES':
      return Buffer.from(value.bytesValue ?? []).toString('base64');
    case 'DATE':
      return new Date((value.dateValue ?? 0) * 86_400_000).toISOString().slice(0, 10);
    case 'TIMESTAMP': {
      const { seconds = '0', nanos = 0 } = value.timestampValue ?? {};
      return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}${fraction(nanos)}Z`;
    }
    case 'DATETIME': {
      const bits = BigInt(value.datetimeValue?.bitFieldDatetimeSeconds ?? 0);
      const date = [bits >> 26n, (bits >> 22n) & 15n, (bits >> 17n) & 31n];
      return `${date.map(padded).join('-')}T${clock(bits)}${fraction(value.datetimeValue?.nanos ?? 0)}`;
    }
    case 'TIME': {
      const bits = BigInt(value.timeValue ?? 0);
      return clock(bits >> 30n) + fraction(Number(bits & 0x3fffffffn));
    }
    case 'NUMERIC':
      return decimal(value.numericValue ?? new Uint8Array());
    default:
      return value.stringValue;
  }
}

function struct(values: EngineValue[], fields: { name: string; type: SqlType }[]): unknown {
  const parts = fields.map(({ type }, index) => fromEngine(values[index] ?? {}, type));
  const names = fields.map(({ name }) => name);
  if (names.includes('') || new Set(names).size < names.length) return parts;
  return Object.fromEntries(names.map((name, index) => [name, parts[index]]));
}

const padded = (part: bigint, index = 1) => String(part).padStart(index === 0 ? 4 : 2, '0');

const clock = (bits: bigint) =>
  [(bits >> 12n) & 31n, (bits >> 6n) & 63n, bits & 63n].map((part) => padded(part)).join(':');

const fraction = (nanos: number) => (nanos ? `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}` : '');

/** A decimal number from billionths, in two's complement with the lowest byte first. */
function decimal(bytes: Uint8Array): string {
  let scaled = 0n;
  for (const [index, byte] of bytes.entries()) scaled |= BigInt(byte) << BigInt(8 * index);
  scaled = BigInt.asIntN(8 * bytes.length, scaled);
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(10, '0');
  const text = `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '');
  return scaled < 0n ? `-${text}` : text;
}
