import { characterClass, InvalidPattern } from './regular-expression-classes.ts';

/** A parsed regular expression of RE2. */
export interface RegularExpression {
  /** Number of capturing groups. */
  groups: number;
  /** Whether a match may leave out a group. */
  hasOptionalGroup: boolean;
  /** Whether a match may be empty. */
  mayBeEmpty: boolean;
  /** Whether an empty match may follow directly after a non-empty one, which engines treat differently. */
  mayMatchBehindItself: boolean;
  /** Whether it has assertions such as `\b` and `$`. */
  hasAssertion: boolean;
  /** The expression for each engine; names of groups, which nothing refers to, are left out. */
  re2: string;
  joni: string;
}

interface Node {
  re2: string;
  joni: string;
  mayBeEmpty: boolean;
  mustBeEmpty: boolean;
  /** Whether it matches only at the start of the text. */
  isAnchored: boolean;
  captures: boolean;
}

/** Trino's engine uses letters of all alphabets for word boundaries, but not otherwise. */
const borders: Record<string, string> = {
  b: '(?:(?<=\\w)(?!\\w)|(?<!\\w)(?=\\w))',
  B: '(?:(?<=\\w)(?=\\w)|(?<!\\w)(?!\\w))',
};
const plain = { mayBeEmpty: false, mustBeEmpty: false, isAnchored: false, captures: false };
const quantifier = /(?:[*+?]|\{(\d+)(?:,(\d*))?\})/y;
const max = 1000;

/** @throws InvalidPattern */
export function parseRegularExpression(text: string): RegularExpression {
  const pattern = text.replace(/\\Q(.*?)(?:\\E|$)|\\./gs, (found, quoted?: string) =>
    quoted === undefined ? found : quoted.replace(/[!-/:-@[-`{-~]/g, '\\$&'),
  );
  let at = 0;
  let groups = 0;
  let hasOptionalGroup = false;
  let hasAssertion = false;
  let isMultiline = false;

  const startsWith = (sign: string) => pattern.startsWith(sign, at);
  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const match = expression.exec(pattern) ?? undefined;
    if (match) at += match[0].length;
    return match;
  };
  const character = (re2: string, joni = re2): Node => ({ ...plain, re2, joni });
  const nothing = (re2: string): Node => ({ ...plain, re2, joni: re2, mayBeEmpty: true, mustBeEmpty: true });
  const assertion = (re2: string, joni = re2, isAnchored = false): Node => {
    hasAssertion = true;
    return { ...nothing(re2), joni, isAnchored };
  };

  function alternatives(): Node {
    const branches = [sequence()];
    while (startsWith('|')) {
      at += 1;
      branches.push(sequence());
    }
    const captures = branches.some((branch) => branch.captures);
    if (captures && branches.length > 1) hasOptionalGroup = true;
    return {
      re2: branches.map(({ re2 }) => re2).join('|'),
      joni: branches.map(({ joni }) => joni).join('|'),
      mayBeEmpty: branches.some((branch) => branch.mayBeEmpty),
      mustBeEmpty: branches.every((branch) => branch.mustBeEmpty),
      isAnchored: branches.every((branch) => branch.isAnchored),
      captures,
    };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (at < pattern.length && !startsWith('|') && !startsWith(')')) parts.push(repeated());
    return {
      re2: parts.map(({ re2 }) => re2).join(''),
      joni: parts.map(({ joni }) => joni).join(''),
      mayBeEmpty: parts.every((part) => part.mayBeEmpty),
      mustBeEmpty: parts.every((part) => part.mustBeEmpty),
      isAnchored: parts.find((part) => !part.mustBeEmpty || part.isAnchored)?.isAnchored ?? false,
      captures: parts.some((part) => part.captures),
    };
  }

  function repeated(): Node {
    if (take(quantifier)) throw new InvalidPattern('there is nothing to repeat before *, +, ? or {n}');
    const part = atom();
    const [times, min, upper] = take(quantifier) ?? [];
    if (times === undefined) return part;
    const limits = [min, upper].filter(Boolean).map(Number);
    if (limits.some((limit) => limit > max) || (upper && Number(upper) < Number(min)))
      throw new InvalidPattern(`${times} is not a valid number of repetitions; at most ${max} are possible`);
    const lazy = take(/\?/y) ? '?' : '';
    if (take(quantifier))
      throw new InvalidPattern('a repetition is repeated; possessive quantifiers are not supported');
    const isOptional = min === undefined ? times !== '+' : Number(min) === 0;
    if (isOptional && part.captures) hasOptionalGroup = true;
    return {
      ...part,
      re2: part.re2 + times + lazy,
      joni: part.joni + times + lazy,
      mayBeEmpty: part.mayBeEmpty || isOptional,
      isAnchored: part.isAnchored && !isOptional,
    };
  }

  function atom(): Node {
    if (startsWith('(')) return group();
    if (startsWith('[')) return { ...plain, ...characterClass(take) };
    if (startsWith('\\')) return escaped();
    const [sign] = take(/./suy) ?? [''];
    if (sign === '^') return assertion('^', '^', !isMultiline);
    if (sign === '$') return isMultiline ? assertion('$') : assertion('$', '\\z');
    return sign === '{' ? character('{', '\\{') : character(sign);
  }

  function group(): Node {
    const [, set, cleared, end] = take(/\(\?([ims]*)(?:-([ims]+))?([:)])/y) ?? [];
    if (end === ')') {
      if (set?.includes('m')) isMultiline = true;
      if (cleared?.includes('m')) isMultiline = false;
      return nothing(`(?${set}${cleared ? `-${cleared}` : ''})`);
    }
    const before = isMultiline;
    if (end === ':') {
      if (set?.includes('m')) isMultiline = true;
      if (cleared?.includes('m')) isMultiline = false;
    } else {
      const open = take(/\((?:\?P?<\w+>)?(?!\?)/y);
      if (!open) throw new InvalidPattern('look-around, conditions and flags other than i, m and s are not supported');
      groups += 1;
    }
    const open = end === ':' ? `(?${set}${cleared ? `-${cleared}` : ''}:` : '(';
    const inside = alternatives();
    if (!take(/\)/y)) throw new InvalidPattern('the parentheses do not match');
    isMultiline = before;
    const captures = inside.captures || end === undefined;
    return { ...inside, re2: `${open}${inside.re2})`, joni: `${open}${inside.joni})`, captures };
  }

  function escaped(): Node {
    const border = take(/\\([bB])/y)?.[1];
    if (border) return assertion(`\\${border}`, borders[border]);
    const end = take(/\\[Az]/y);
    if (end) return assertion(end[0], end[0], end[0] === '\\A');
    return { ...plain, ...characterClass(take) };
  }

  const whole = alternatives();
  if (at < pattern.length) throw new InvalidPattern('the parentheses do not match');
  const { re2, joni, mayBeEmpty, mustBeEmpty, isAnchored } = whole;
  const mayMatchBehindItself = mayBeEmpty && !mustBeEmpty && !isAnchored;
  return { groups, hasOptionalGroup, mayBeEmpty, mayMatchBehindItself, hasAssertion, re2, joni };
}
