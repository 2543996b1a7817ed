/**
 * Text as content of an element of HTML or XML.
 *
 * @example escapedContent('a < "b"') // 'a &lt; "b"'
 */
export function escapedContent(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Text as content of an element, or of an attribute in double quotes, of HTML or XML.
 *
 * @example escaped('a < "b"') // 'a &lt; &quot;b&quot;'
 */
export function escaped(text: string): string {
  return escapedContent(text).replaceAll('"', '&quot;');
}

/** {@link escaped} for XML and SVG, in which control characters have no place: names come from files and providers. Each is a space. */
export function escapedXml(text: string): string {
  return escaped(text.replace(/[^\P{Cc}\t\n]/gu, ' '));
}
