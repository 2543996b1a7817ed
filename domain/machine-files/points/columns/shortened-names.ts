/**
 * Names of columns in exports of Ag Leader SMS, in words. dBASE cuts `Yld Mass(Wet)(lb/ac)` to `Yld_Mass_W`; programs that
 * write shapefiles again shorten the words themselves, such as R's `abbreviate`, which drops vowels and then letters from
 * the end: `yld_mss_w`, `swth_w_`, `mstr_`.
 */
const longNames = [
  ...['distance', 'elevation', 'moisture', 'duration', 'heading', 'track deg', 'speed'],
  ...['swth wdth', 'swath width', 'crop flw m', 'crop flw', 'crop flow m', 'crop flow', 'applied rate', 'target rate'],
  ...['yld mass wet', 'yld mass dry', 'yld vol wet', 'yld vol dry', 'yield mass wet', 'yield mass dry'],
  ...['yield vol wet', 'yield vol dry', 'wet mass', 'dry mass', 'seed rate'],
  ...['rt apd ct', 'rt apd liq', 'rt apd ms'],
].map((name) => name.split(' '));

/** What is left of a unit behind a shortened name, with the unit. Of others nothing is left that tells them apart. */
const unitRests: Record<string, string> = { f: 'ft', ft: 'ft', m: 'm', s: 's', mp: 'mi/hr', mph: 'mi/hr', km: 'km/h' };

/** The full name of a shortened column, and the unit of which the rest is left behind it. */
export interface FullName {
  name: string;
  unit?: string;
}

/**
 * The full name that a shortened one stands for.
 *
 * @returns undefined for a name that is not shortened, or that could be several: of `yld_ms_` nobody knows whether it is
 * the wet or the dry mass.
 * @example fullName('yld_mss_w') // { name: 'yldmasswet' }
 */
export function fullName(column: string): FullName | undefined {
  const words = column
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const found = new Map<string, FullName>();
  for (const long of longNames) {
    if (words.length < long.length || !long.every((word, index) => isShortened(words[index] ?? '', word, index, long)))
      continue;
    const rest = words.slice(long.length).join('');
    const unit = unitRests[rest];
    if (rest !== '' && unit === undefined) continue;
    const name = inOneSpelling(long.join(''));
    found.set(name, { name, ...(unit && { unit }) });
  }
  const [only, ...others] = found.values();
  return only && others.length === 0 && only.name !== inOneSpelling(words.join('')) ? only : undefined;
}

/** Spellings of one name, which do not make a shortened one ambiguous. */
function inOneSpelling(name: string): string {
  return name.replace('yield', 'yld').replace('swathwidth', 'swthwdth').replace('cropflow', 'cropflw');
}

const shortestFirst = 3;
const shortestOnly = 4;

/**
 * Whether a word is a longer one without some vowels, cut off at the end. The first word tells what the column is, and is
 * cut less: that of a name of several words keeps three letters, a single one four or all its consonants.
 */
function isShortened(word: string, long: string, index: number, all: string[]): boolean {
  if (word === long) return true;
  const shortest = index > 0 ? 1 : all.length > 1 ? shortestFirst : shortestOnly;
  const isWhole = word.length >= shortestFirst && consonants(word) === consonants(long);
  if ((word.length < shortest && !isWhole) || word[0] !== long[0]) return false;
  return consonants(long).startsWith(consonants(word)) && isPartOf(word, long);
}

const consonants = (word: string) => word.replace(/[aeiou]/g, '');

/** Whether the letters of a word are in a longer one, in their order. */
function isPartOf(word: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === word[at]) at++;
  return at === word.length;
}
