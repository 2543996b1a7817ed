/** A tag of XML, or the text before one. */
export type XmlPart =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/**
 * The tags and texts of XML in order, without a tree: a sheet may have a million cells. For XML that has passed `readXml`, which
 * leaves no declarations. Names are without prefix.
 */
export function* xmlParts(xml: string): Generator<XmlPart> {
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf('<', at);
    if (open < 0) return;
    if (open > at) yield { kind: 'text', text: decoded(xml.slice(at, open)) };
    if (xml.startsWith('<![CDATA[', open)) {
      const end = xml.indexOf(']]>', open);
      yield { kind: 'text', text: xml.slice(open + 9, end < 0 ? undefined : end) };
      at = end < 0 ? xml.length : end + 3;
      continue;
    }
    if (xml.startsWith('<!--', open)) {
      const end = xml.indexOf('-->', open);
      at = end < 0 ? xml.length : end + 3;
      continue;
    }
    const end = endOfTag(xml, open);
    if (xml[open + 1] === '/') yield { kind: 'close', name: localName(xml.slice(open + 2, end).trim()) };
    else if (xml[open + 1] !== '?') yield openTag(xml.slice(open + 1, end));
    at = end + 1;
  }
}

/** The value of an attribute; undefined if the tag has none of this name. */
export function attributeIn(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    const rest = attributes.slice(at + name.length).trimStart();
    if (/[\w:.-]/.test(attributes[at - 1] ?? ' ') || !rest.startsWith('=')) continue;
    const value = rest.slice(1).trimStart();
    const quote = value[0];
    if (quote === '"' || quote === "'") return decoded(value.slice(1).split(quote, 1)[0] ?? '');
  }
  return undefined;
}

function endOfTag(xml: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < xml.length; at++) {
    const character = xml[at];
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return xml.length;
}

function openTag(content: string): XmlPart {
  const isEmpty = content.endsWith('/');
  const tag = isEmpty ? content.slice(0, -1) : content;
  const gap = tag.search(/\s/);
  const name = gap < 0 ? tag : tag.slice(0, gap);
  return { kind: 'open', name: localName(name), attributes: gap < 0 ? '' : tag.slice(gap), isEmpty };
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{1,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
