/** Text as the content of an element or attribute of SVG. Names come from files and providers; control characters have no place in XML. */
export function svgText(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
