/** Size of letters in dots; some reach below the baseline. */
const [glyphWidth, glyphHeight, gap] = [5, 9, 1];

/** The rows of each letter from the top, five dots per digit in base 32, the left one being the highest bit. */
const glyphs: Record<string, string> = {
  ' ': '',
  '>': '0g848g',
  '0': 'ehjlphe',
  '1': '4c4444e',
  '2': 'eh1248v',
  '3': 'v2421he',
  '4': '26aiv22',
  '5': 'vgu11he',
  '6': '68guhhe',
  '7': 'v124888',
  '8': 'ehhehhe',
  '9': 'ehhf12c',
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'sihhhis',
  E: 'vggsggv',
  F: 'vggsggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hhha444',
  Z: 'v1248gv',
  a: '00e1fhf',
  b: 'ggmphhu',
  c: '00egghe',
  d: '11djhhf',
  e: '00ehvge',
  f: '68s8888',
  g: '00fhhhf1e',
  h: 'ggmphhh',
  i: '40c444e',
  j: '206222ic',
  k: 'ggikoki',
  l: 'c44444e',
  m: '00qlllh',
  n: '00mphhh',
  o: '00ehhhe',
  p: '00uhhhugg',
  q: '00fhhhf11',
  r: '00mpggg',
  s: '00fge1u',
  t: '88s8896',
  u: '00hhhjd',
  v: '00hhha4',
  w: '00hllla',
  x: '00ha4ah',
  y: '00hhhhf1e',
  z: '00v248v',
  '.': '00000cc',
  ',': '00000cc48',
  '-': '000v000',
  '+': '044v44',
  '–': '000v000',
  '/': '01248g0',
  '(': '2488842',
  ')': '8422248',
  '%': 'op248j3',
  '°': 'c99c',
  '²': 's24gu',
  '³': 's4c4s',
  ':': '0cc0cc0',
  '<': '248g842',
  '©': 'ehnpnhe',
};
const unknown = 'vhhhhhv';

/** The width of a line of text in dots. */
export function textWidth(text: string): number {
  return [...text].length * (glyphWidth + gap) - gap;
}

export const textHeight = 7;

/** The dots of a line of text, relative to its upper left corner. */
export function* dotsOf(text: string): Generator<{ x: number; y: number }> {
  for (const [index, letter] of [...text].entries()) {
    const rows = glyphs[letter] ?? unknown;
    for (let y = 0; y < Math.min(rows.length, glyphHeight); y++) {
      const row = Number.parseInt(rows[y] ?? '0', 32);
      for (let x = 0; x < glyphWidth; x++) {
        if (row & (1 << (glyphWidth - 1 - x))) yield { x: index * (glyphWidth + gap) + x, y };
      }
    }
  }
}
