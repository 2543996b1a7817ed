import { createHash } from 'node:crypto';
import * as z from 'zod';
import { WireError } from '../http/json-protocol.ts';

/** One attribute on the wire; `BinaryValue` in base64. */
export const messageAttribute = z.object({
  DataType: z.string(),
  StringValue: z.string().optional(),
  BinaryValue: z.string().optional(),
});

export type MessageAttribute = z.output<typeof messageAttribute>;
export type MessageAttributes = Record<string, MessageAttribute>;

const maximumAttributes = 10;

/** Throws the error of SQS for attributes that break its rules of name, type and number. */
export function checkMessageAttributes(attributes: MessageAttributes): void {
  const entries = Object.entries(attributes);
  if (entries.length > maximumAttributes) {
    throw invalid(
      `Number of message attributes [${entries.length}] exceeds the allowed maximum [${maximumAttributes}].`,
    );
  }
  for (const [name, attribute] of entries) checkAttribute(name, attribute);
}

/** Letters, digits, `_`, `-` and single dots inside. */
function isAttributeName(name: string): boolean {
  return name.length <= 256 && name.split('.').every((word) => /^[A-Za-z0-9_-]+$/.test(word));
}

function checkAttribute(name: string, { DataType, StringValue, BinaryValue }: MessageAttribute): void {
  if (!isAttributeName(name) || /^(aws|amazon)\./i.test(name)) {
    throw invalid(`The message attribute name '${name}' is invalid.`);
  }
  const base = DataType.split('.')[0] ?? '';
  if (!['String', 'Number', 'Binary'].includes(base)) {
    throw invalid(
      `The message attribute '${name}' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.`,
    );
  }
  const value = base === 'Binary' ? BinaryValue : StringValue;
  if (!value) {
    throw invalid(`The message attribute '${name}' must contain a non-empty value of type ${base}.`);
  }
  if (base === 'Number' && !(value.trim() !== '' && Number.isFinite(Number(value)))) {
    throw invalid(`The message attribute '${name}' must be a number, got '${value}'.`);
  }
}

const invalid = (message: string) => new WireError('InvalidParameterValue', message);

/** Bytes that count towards the message size: names, types and values. */
export function attributesSize(attributes: MessageAttributes): number {
  let size = 0;
  for (const [name, attribute] of Object.entries(attributes)) {
    size += Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType) + valueBytes(attribute).length;
  }
  return size;
}

/**
 * The attributes that a receiver requested: `All` or `.*`, a name, or a prefix as `name.*`. Undefined when there are none,
 * since SQS then omits the member.
 */
export function pickAttributes(attributes: MessageAttributes, asked: string[]): MessageAttributes | undefined {
  const wanted = (name: string) =>
    asked.some((ask) => ask === 'All' || ask === name || (ask.endsWith('.*') && name.startsWith(ask.slice(0, -2))));
  const picked = Object.entries(attributes).filter(([name]) => wanted(name));
  return picked.length > 0 ? Object.fromEntries(picked) : undefined;
}

export const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex');

/**
 * The digest that SDKs compare: over the attributes sorted by name, for each the name, the type, a byte that tells text
 * (1) from binary (2), and the value, each with its length in four bytes before it.
 */
export function md5OfAttributes(attributes: MessageAttributes | undefined): string | undefined {
  const names = Object.keys(attributes ?? {}).sort();
  if (!attributes || names.length === 0) return undefined;
  const hash = createHash('md5');
  const part = (data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    hash.update(length).update(data);
  };
  for (const name of names) {
    const attribute = attributes[name];
    if (!attribute) continue;
    part(Buffer.from(name));
    part(Buffer.from(attribute.DataType));
    hash.update(Buffer.from([attribute.DataType.startsWith('Binary') ? 2 : 1]));
    part(valueBytes(attribute));
  }
  return hash.digest('hex');
}

function valueBytes({ DataType, StringValue = '', BinaryValue = '' }: MessageAttribute): Buffer {
  return DataType.startsWith('Binary') ? Buffer.from(BinaryValue, 'base64') : Buffer.from(StringValue);
}
