/**
 * Escapes text for HTML, including quoted attribute values.
 *
 * @example escaped('a < "b"') // 'a &lt; &quot;b&quot;'
 */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
