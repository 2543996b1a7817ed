/**
 * FarmHash's Fingerprint64 as SQL of Trino, whose integers end a query on overflow. Sums and products are therefore
 * computed as decimals of 38 digits, and cut to the last 64 bits: a product of two signed 64-bit numbers is less than
 * 10^38.
 *
 * Trino visits nested lambdas several times as often as outer ones, so steps follow one another: each is a lambda that
 * creates an array of numbers from the array before. In their templates `:name` is a number of an earlier step, and `b`
 * are the bytes, forwards and backwards.
 */

type Step = Readonly<Record<string, string>>;

const wrapped = (value: bigint) => BigInt.asIntN(64, value);
const k0 = wrapped(0xc3a5c85c97cb3127n);
const k1 = wrapped(0xb492b66fbe98f273n);
const k2 = wrapped(0x9ae16a3b2f90404fn);

/** 2^64, 33 times 2^63, which exceeds any negative sum, and 2^63; a point makes them decimals. */
const [size, above, half] = [2n ** 64n, 33n * 2n ** 63n, 2n ** 63n].map((value) => `${value}.`);
const cut = (sum: string) => `CAST(mod(${sum} + ${above}, ${size}) - ${half} AS BIGINT)`;
const wide = (value: string | bigint) => `CAST(${value} AS DECIMAL(38, 0))`;
const plus = (first: string, ...others: (string | bigint)[]) => cut(`${wide(first)} + ${others.join(' + ')}`);
const signed = (value: string | bigint) => `CAST(${value} AS DECIMAL(19, 0))`;
const times = (a: string, b: string | bigint) => cut(`mod(${signed(a)} * ${signed(b)}, ${size})`);
const xor = (a: string, b: string) => `bitwise_xor(${a}, ${b})`;
const rotated = (name: string, bits: number) =>
  `bitwise_or(bitwise_right_shift(${name}, ${bits}), bitwise_left_shift(${name}, ${64 - bits}))`;
const mixed = (name: string) => xor(name, `bitwise_right_shift(${name}, 47)`);

const namesIn = (step: Step) => Object.values(step).flatMap((text) => text.match(/:\w+/g) ?? []);

/** An array of the last step's numbers. Intermediate arrays contain the numbers that later steps name. */
function steps(names: readonly string[], start: string, ...all: Step[]): string {
  let known = names;
  return all.reduce((text, step, index) => {
    const later = new Set(all.slice(index + 1).flatMap(namesIn));
    const kept = Object.fromEntries(
      known.filter((name) => later.has(`:${name}`) && !Object.hasOwn(step, name)).map((name) => [name, `:${name}`]),
    );
    const made = { ...kept, ...step };
    const references = new Map(known.map((name, index) => [`:${name}`, `t[${index + 1}]`]));
    known = Object.keys(made);
    const body = Object.values(made).map((value) => value.replace(/:\w+/g, (name) => references.get(name) ?? name));
    return `transform(${text}, t -> ARRAY[${body.join(', ')}])`;
  }, `ARRAY[${start}]`);
}
const begin = (numbers: Step, ...all: Step[]) =>
  steps(Object.keys(numbers), `ARRAY[${Object.values(numbers).join(', ')}]`, ...all);

const n = 'length(b[1])';
const number = (bytes: string) => `from_big_endian_64(${bytes})`;
/** Eight bytes from an index on as a little-endian number, and those that begin a number of bytes before the end. */
const at = (index: number | string) => number(`reverse(substr(b[1], ${index}, 8))`);
const fromEnd = (before: number) => number(`substr(b[2], ${before - 7}, 8)`);
const byte = (index: string) => number(`X'00000000000000' || substr(b[1], ${index}, 1)`);
const four = (bytes: string) => number(`X'00000000' || ${bytes}`);
const q = `${k2} + 2 * ${n}`;

const upTo3 = begin(
  {
    y: times(`${byte('1')} + 256 * ${byte(`${n} / 2 + 1`)}`, k2),
    z: times(`${n} + 4 * ${byte(n)}`, k0),
  },
  { y: xor(':y', ':z') },
  { y: times(mixed(':y'), k2) },
);

const upTo7 = `ARRAY[ARRAY[${n} + 8 * ${four('reverse(substr(b[1], 1, 4))')}, ${four('substr(b[2], 1, 4)')}, ${q}]]`;

const upTo16 = begin(
  { a: plus(at(1), k2), b: fromEnd(8), q },
  {
    u: plus(times(rotated(':b', 37), ':q'), ':a'),
    v: times(plus(rotated(':a', 25), ':b'), ':q'),
    q: ':q',
  },
);

/** Computes two numbers from five. */
const round = (last: string | bigint): Step[] => [
  { c: plus(':a', ':b'), d: plus(':b', last) },
  {
    u: plus(rotated(':c', 43), rotated(':e', 30), ':f'),
    v: plus(':a', rotated(':d', 18), ':e'),
    q: ':q',
  },
];
const ends = (first: bigint): Step => ({
  a: times(at(1), first),
  b: at(9),
  e: times(fromEnd(8), q),
  f: times(fromEnd(16), k2),
  q,
});
const upTo32 = begin(ends(k1), ...round(k2));
const upTo64 = begin(
  { ...ends(k2), g: at(17), h: at(25), i: fromEnd(32), j: fromEnd(24) },
  ...round(k2),
  { c: times(xor(':u', ':v'), ':q') },
  { c: times(xor(':v', mixed(':c')), ':q'), e: times(plus(':u', ':i'), ':q') },
  { f: times(plus(times(mixed(':c'), ':q'), ':j'), ':q'), d: ':a', a: times(':g', ':q'), b: ':h' },
  ...round(':d'),
);

const shared = ['x', 'y', 'z', 'v1', 'v2', 'w1', 'w2', 'm'];
const y = wrapped(81n * k1 + 113n);
const beforeMix = wrapped(y * k2 + 113n);
const z = wrapped((beforeMix ^ (BigInt.asUintN(64, beforeMix) >> 47n)) * k2);
const start = `ARRAY[${plus(at(1), wrapped(81n * k2))}, ${y}, ${z}, 0, 0, 0, 0, ${k1}]`;

/**
 * Blocks of 64 bytes: `i` is the start of one, `s` the state before it. The last are the last 64 bytes, which are
 * processed differently.
 */
const isLast = `i = ${n} - 64`;
const odd = `bitwise_and(${n} - 1, 63)`;
const words = Object.fromEntries(Array.from({ length: 8 }, (_, word) => [`f${word + 1}`, at(`i + ${8 * word + 1}`)]));
const block = begin(
  {
    ...Object.fromEntries(shared.map((name, index) => [name, `s[${index + 1}]`])),
    ...words,
    m: `IF(${isLast}, ${k1} + 2 * bitwise_and(s[3], 255), ${k1})`,
    nine: `IF(${isLast}, 9, 1)`,
    v: `IF(${isLast}, ${plus('s[4]', 's[6]', odd)}, s[4])`,
    w: `IF(${isLast}, ${plus('s[4]', 's[6]', 's[6]', `2 * ${odd}`)}, s[6])`,
  },
  { x: plus(':x', ':y', ':v', ':f2'), y: plus(':y', ':v2', ':f7'), z: plus(':z', ':w') },
  {
    x: xor(times(rotated(':x', 37), ':m'), cut(`${wide(':w2')} * :nine`)),
    y: plus(times(rotated(':y', 42), ':m'), `${wide(':v')} * :nine`, ':f6'),
    z: times(rotated(':z', 33), ':m'),
    a: times(':v2', ':m'),
  },
  {
    c: plus(':a', ':x', ':w', ':f1', ':f4'),
    d: plus(':a', ':f1', ':f2', ':f3'),
    e: plus(':z', ':w2', ':y', ':f3', ':f5', ':f8'),
    g: plus(':z', ':w2', ':f5', ':f6', ':f7'),
  },
  {
    x: ':z',
    y: ':y',
    z: ':x',
    v1: plus(':d', ':f4'),
    v2: plus(rotated(':c', 21), rotated(':d', 44), ':a', ':f1'),
    w1: plus(':g', ':f8'),
    w2: plus(rotated(':e', 21), rotated(':g', 44), ':z', ':w2', ':f5'),
    m: ':m',
  },
);
/** A sequence has at most 10,000 numbers. */
const blocks = `flatten(transform(sequence(0, ${n} - 65, 524288), k -> sequence(k, least(k + 524287, ${n} - 65), 64))) || ARRAY[${n} - 64]`;
const beyond64 = steps(
  shared,
  `reduce(${blocks}, ${start}, (s, i) -> ${block}[1], s -> s)`,
  { a: times(xor(':v1', ':w1'), ':m'), b: times(xor(':v2', ':w2'), ':m') },
  { a: times(xor(':w1', mixed(':a')), ':m'), b: times(xor(':w2', mixed(':b')), ':m'), y: times(mixed(':y'), k0) },
  { u: plus(times(mixed(':a'), ':m'), ':y', ':z'), v: plus(times(mixed(':b'), ':m'), ':x'), q: ':m' },
);

const longer = steps(
  ['u', 'v', 'q'],
  `CASE WHEN ${n} <= 7 THEN ${upTo7} WHEN ${n} <= 16 THEN ${upTo16} WHEN ${n} <= 32 THEN ${upTo32} WHEN ${n} <= 64 THEN ${upTo64} ELSE ${beyond64} END[1]`,
  { u: times(xor(':u', ':v'), ':q') },
  { u: times(xor(':v', mixed(':u')), ':q') },
  { u: times(mixed(':u'), ':q') },
);

/** The fingerprint of bytes, whose expression is written once: it may have another value when it is evaluated again. */
export const fingerprintOnTrino = (bytes: string): string =>
  `transform(transform(ARRAY[${bytes}], c -> ARRAY[c, reverse(c)]), b -> CASE WHEN ${n} > 3 THEN ${longer}[1][1] WHEN ${n} > 0 THEN ${upTo3}[1][1] WHEN ${n} = 0 THEN ${k2} END)[1]`;
