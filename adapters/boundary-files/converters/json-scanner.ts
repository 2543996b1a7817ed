/** A piece of a JSON document: a member of its root object, or an element of the chosen list. */
export type JsonPart = { part: 'member'; key: string; bytes: Uint8Array } | { part: 'element'; bytes: Uint8Array };

/** Thrown for text that is not JSON; the message completes "the file is not correct JSON: ...". */
export class JsonScanError extends Error {}

/** Thrown for a piece above the maximum size. */
export class JsonPartTooLargeError extends Error {}

export interface JsonScanOptions {
  /** The member whose elements are returned one by one; a root that is a list is treated as this member. */
  list: string;
  /** Maximum bytes of one piece. */
  limit: number;
  /** Whether the bytes of elements are needed, or only their number. */
  keepElements: boolean;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const deepest = 512;

type Expecting = 'root' | 'key' | 'colon' | 'value' | 'memberEnd' | 'element' | 'elementEnd' | 'end';

/**
 * Splits a JSON document into pieces as its bytes arrive, so that a file of gigabytes is never in memory as a whole.
 * Only brackets, quotes and commas are parsed; the pieces are for `JSON.parse`.
 */
export function createJsonScanner({ list, limit, keepElements }: JsonScanOptions) {
  let expecting: Expecting = 'root';
  let key = '';
  let rootIsList = false;
  let first = true;
  /** State of the value that is being skipped. */
  let inValue = false;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let parts: JsonPart[] = [];

  function keep(bytes: Uint8Array): void {
    if (expecting === 'element' && !keepElements) return;
    keptBytes += bytes.length;
    if (keptBytes > limit) throw new JsonPartTooLargeError();
    kept.push(bytes);
  }

  /** Continues within a value; returns the offset of its end, or the length of the chunk if it does not end there. */
  function passValue(chunk: Uint8Array, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) {
          inString = false;
          if (depth === 0) return finish(chunk, from, at + 1);
        }
      } else if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) {
        if (++depth > deepest) throw new JsonScanError(`it nests more than ${deepest} deep`);
      } else if (byte === closeBrace || byte === closeBracket) {
        if (depth === 0) return finish(chunk, from, at);
        if (--depth === 0) return finish(chunk, from, at + 1);
      } else if (depth === 0 && (byte === comma || isSpace(byte))) return finish(chunk, from, at);
    }
    keep(chunk.subarray(from));
    return at;
  }

  function finish(chunk: Uint8Array, from: number, to: number): number {
    keep(chunk.subarray(from, to));
    inValue = false;
    const bytes = Buffer.concat(kept);
    kept = [];
    keptBytes = 0;
    if (expecting === 'key') {
      key = JSON.parse(bytes.toString());
      expecting = 'colon';
    } else if (expecting === 'value') {
      parts.push({ part: 'member', key, bytes });
      expecting = 'memberEnd';
    } else {
      parts.push({ part: 'element', bytes });
      expecting = 'elementEnd';
    }
    return to;
  }

  /** Consumes one byte between values. Returns false if a value starts at it. */
  function takeMark(byte: number): boolean {
    if (expecting === 'root' && (byte === openBrace || byte === openBracket)) {
      rootIsList = byte === openBracket;
      expecting = rootIsList ? 'element' : 'key';
    } else if (expecting === 'colon' && byte === colon) expecting = 'value';
    else if (expecting === 'value' && byte === openBracket && key === list) expecting = 'element';
    else if (expecting === 'memberEnd' && byte === comma) expecting = 'key';
    else if (expecting === 'elementEnd' && byte === comma) expecting = 'element';
    else if ((expecting === 'memberEnd' || (expecting === 'key' && first)) && byte === closeBrace) expecting = 'end';
    else if ((expecting === 'elementEnd' || (expecting === 'element' && first)) && byte === closeBracket) {
      expecting = rootIsList ? 'end' : 'memberEnd';
    } else {
      const startsValue = expecting === 'value' || expecting === 'element' || (expecting === 'key' && byte === quote);
      if (!startsValue || byte === comma || byte === colon || byte === closeBrace || byte === closeBracket) {
        throw new JsonScanError(
          `there is ${JSON.stringify(String.fromCharCode(byte))} where ${expected[expecting]} should be`,
        );
      }
      return false;
    }
    // An object or a list may be empty, but a comma may not precede its end.
    first = byte === openBrace || byte === openBracket;
    return true;
  }

  return {
    /** Consumes the next bytes and returns the pieces that they complete. */
    write(chunk: Uint8Array): JsonPart[] {
      parts = [];
      let at = 0;
      while (at < chunk.length) {
        if (inValue) at = passValue(chunk, at);
        else if (isSpace(chunk[at])) at++;
        else if (takeMark(chunk[at] ?? 0)) at++;
        else inValue = true;
      }
      return parts;
    },
    /** @throws JsonScanError if the document is incomplete. */
    end(): void {
      if (expecting !== 'end') throw new JsonScanError('it ends too early, so it was probably cut off');
    },
  };
}

const expected: Record<Expecting, string> = {
  root: 'an object',
  key: 'the name of a member',
  colon: 'a colon',
  value: 'a value',
  memberEnd: 'a comma or }',
  element: 'a value',
  elementEnd: 'a comma or ]',
  end: 'the end of the file',
};

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
