/** Thrown for a text that is not a regular expression of RE2, or that one of the engines does not support. */
export class InvalidPattern extends Error {}

/** Matches a sticky expression at the current position, and advances. */
export type Take = (expression: RegExp) => RegExpExecArray | undefined;

interface Text {
  re2: string;
  joni: string;
}

const same = (text: string): Text => ({ re2: text, joni: text });

/** RE2's space characters; Trino's engine also includes the vertical tab. */
const space = '\\t\\n\\f\\r ';

/** Classes of ASCII only; Trino's engine includes letters of all alphabets. */
const named: Record<string, string> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: '\\t ',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-/:-@\\[-`{-~',
  space: '\\t\\n\\x0b\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/** A class in brackets, or an escaped character or class. */
export function characterClass(take: Take): Text {
  const open = take(/\[(\^?)/y);
  if (!open) {
    const { joni, re2, isSet } = escaped(take);
    return { re2, joni: isSet ? `[${joni}]` : joni };
  }
  const parts = [same(open[0])];
  const first = take(/\]/y);
  if (first) parts.push(same('\\]'));
  while (!take(/\]/y)) parts.push(member(take));
  parts.push(same(']'));
  return { re2: parts.map(({ re2 }) => re2).join(''), joni: parts.map(({ joni }) => joni).join('') };
}

function member(take: Take): Text {
  const set = take(/\[:(\^?)(\w+):\]/y);
  if (set) {
    const [text, negated, name = ''] = set;
    const inside = Object.hasOwn(named, name) ? named[name] : undefined;
    if (!inside) throw new InvalidPattern(`there is no class ${text}`);
    return { re2: text, joni: negated ? `[^${inside}]` : inside };
  }
  const from = single(take);
  if ('isSet' in from && from.isSet) return from;
  const dash = take(/-(?=[^\]])/y);
  if (!dash) return from;
  const to = single(take);
  // An unescaped minus after a range would be another range in one engine, and a literal in the other.
  const [less, more] = [from, to].map(({ code }) => code ?? 0) as [number, number];
  if (to.isSet || more < less) throw new InvalidPattern(`${from.re2}-${to.re2} is not a range of characters`);
  return { re2: `${from.re2}-${to.re2}`, joni: `${from.joni}-${to.joni}` };
}

interface Single extends Text {
  isSet: boolean;
  /** Code point of a single character. */
  code?: number;
}

function single(take: Take): Single {
  const plain = take(/[^\\]/suy)?.[0];
  if (plain === undefined) return escaped(take);
  const isSign = /[[\]&^-]/.test(plain);
  return {
    re2: isSign ? `\\${plain}` : plain,
    joni: isSign ? `\\${plain}` : plain,
    isSet: false,
    code: plain.codePointAt(0) ?? 0,
  };
}

function escaped(take: Take): Single {
  const set = take(/\\[dDwWsS]/y)?.[0];
  if (set) return { re2: set, joni: { '\\s': space, '\\S': `[^${space}]` }[set] ?? set, isSet: true };
  const property = take(/\\([pP])(?:\{(\^?)(\w+)\}|(\w))/y);
  if (property) {
    const [text, letter, negated, name, short] = property;
    const isNegated = (letter === 'P') !== (negated === '^');
    return { re2: text, joni: `\\${isNegated ? 'P' : 'p'}{${name ?? short}}`, isSet: true };
  }
  const number = take(/\\x(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{2}))/y);
  if (number) return { ...same(number[0]), isSet: false, code: Number.parseInt(number[1] ?? number[2] ?? '0', 16) };
  const control = take(/\\([aftnrv])/y);
  if (control) {
    const code = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }[control[1] as 'a'] ?? 0;
    return { re2: control[0], joni: `\\x${code.toString(16).padStart(2, '0')}`, isSet: false, code };
  }
  const sign = take(/\\([^0-9A-Za-z\u0080-\u{10ffff}])/uy);
  if (sign) return { ...same(sign[0]), isSet: false, code: sign[1]?.codePointAt(0) ?? 0 };
  const [text] = take(/\\./suy) ?? [];
  if (text === undefined) throw new InvalidPattern('a class in brackets, or what a backslash begins, does not end');
  throw new InvalidPattern(`${text} has no meaning; back references are not supported`);
}
