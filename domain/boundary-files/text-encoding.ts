/** Text with the name of its encoding; `assumed` if the file named none and it is not UTF-8. */
export interface DecodedText {
  text: string;
  encoding: string;
  assumed: boolean;
}

/** Byte order marks, and the beginning of an XML declaration in UTF-16 without one. */
const beginnings: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0x3c, 0, 0x3f, 0]],
  ['utf-16be', [0, 0x3c, 0, 0x3f]],
];

/**
 * Decodes text by its byte order mark, else by its declared encoding, else as UTF-8, else by a guess between the common
 * code pages.
 *
 * @example const { text, encoding, assumed } = decodeText(bytes, declared);
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const marked = beginnings.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  const named = marked ?? (declared ? encodingNamed(declared.toLowerCase()) : undefined);
  if (named) return { text: decodeAs(bytes, named), encoding: named, assumed: false };
  if (isUtf8(bytes)) return { text: decodeAs(bytes, 'utf-8'), encoding: 'utf-8', assumed: false };
  const encoding = guessCodePage(bytes);
  return { text: decodeAs(bytes, encoding), encoding, assumed: true };
}

/**
 * The name by which `decodeAs` knows an encoding: encodings of the WHATWG standard (with their aliases, such as
 * `latin1`), and DOS code pages that the standard lacks. Undefined for others.
 */
export function encodingNamed(name: string): string | undefined {
  if (name in dosPages) return name;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** Decodes bytes; invalid bytes become U+FFFD. A byte order mark is left out. */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  const upper = dosPages[encoding];
  if (!upper) return new TextDecoder(encoding).decode(bytes);
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : (upper[byte - 0x80] ?? '\ufffd');
  return text;
}

/**
 * Whether bytes are UTF-8; a character that is cut off at the end is accepted, since the bytes may be the beginning of
 * a file.
 */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Bytes that are no characters in Windows, and ü, ì, Å, É and Ø in DOS. */
const unusedInWindows = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

function guessCodePage(bytes: Uint8Array): string {
  if (looksCyrillic(bytes)) return 'windows-1251';
  return bytes.some((byte) => unusedInWindows.has(byte)) ? 'cp850' : 'windows-1252';
}

/**
 * Decodes a file name of an archive that does not name its code page: as UTF-8 if it is valid, else as DOS Cyrillic
 * (866) if it has a run of Cyrillic letters, else as the original PC code page (437), the default of the zip format.
 */
export function decodeArchiveName(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return decodeAs(bytes, 'utf-8');
  const cyrillic = looksCyrillic(bytes, (byte) => byte <= 0xaf || (byte >= 0xe0 && byte <= 0xf1));
  return decodeAs(bytes, cyrillic ? 'ibm866' : 'cp437');
}

/** Words of only non-ASCII letters that are shorter may be of any language. */
const minWord = 3;

/**
 * Whether more non-ASCII letters are in words of only such letters, as in Cyrillic, than in words with ASCII letters,
 * as in Latin text with accents; several accented letters may follow one another, as in "Grüßöd" or "Łącka".
 */
function looksCyrillic(bytes: Uint8Array, counts: (byte: number) => boolean = () => true): boolean {
  const seen = { alone: 0, beside: 0 };
  let [high, ascii] = [0, 0];
  const endWord = () => {
    seen[ascii === 0 && high >= minWord ? 'alone' : 'beside'] += high;
    [high, ascii] = [0, 0];
  };
  for (const byte of bytes) {
    const isAscii = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
    if (byte >= 0x80 && counts(byte)) high++;
    else if (isAscii) ascii++;
    else endWord();
  }
  endWord();
  return seen.alone > seen.beside;
}

/** Characters from 0x80 on of DOS code pages that the WHATWG standard lacks. */
const dosPages: Record<string, string> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  cp857:
    'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0',
  cp860:
    'ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp861:
    'ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒáíóúÁÍÓÚ¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp863:
    'ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp865:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
};
