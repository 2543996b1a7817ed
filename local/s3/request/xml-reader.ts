import { s3Error } from '../errors.ts';

export interface XmlElement {
  /** Local name, without a namespace's prefix. */
  name: string;
  /** The element's own text. White space is kept: a key may begin with it. */
  text: string;
  children: XmlElement[];
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const deepest = 8;
const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;

/**
 * Reads the small documents that clients send (lists of keys, parts, tags).
 * Document types, custom entities and more than eight levels are MalformedXML.
 *
 * @example parseXml('<Delete><Quiet>true</Quiet></Delete>').name // 'Delete'
 */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [] };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < xml.length) {
    const match = token.exec(xml);
    if (!match) throw malformedXml();
    const [, cdata, closing, name, , selfClosing, text] = match;
    const current = open.at(-1) ?? root;
    if (cdata !== undefined) current.text += cdata;
    else if (text !== undefined) current.text += decodeEntities(text);
    else if (name !== undefined && closing) {
      if (open.length === 1 || current.name !== localName(name)) throw malformedXml();
      open.pop();
    } else if (name !== undefined) {
      const child: XmlElement = { name: localName(name), text: '', children: [] };
      current.children.push(child);
      if (!selfClosing && open.push(child) > deepest) throw malformedXml();
    }
  }
  const [document] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim().replace('\ufeff', '') !== '' || !document) {
    throw malformedXml();
  }
  return document;
}

/**
 * The text of the first child of that name.
 *
 * @example const isQuiet = childText(root, 'Quiet') === 'true';
 */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

/**
 * The error MalformedXML (400) of a document that is not XML, or not the one that the operation takes.
 *
 * @example if (root.name !== 'Delete') throw malformedXml();
 */
export function malformedXml() {
  return s3Error(
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decodeEntities(text: string): string {
  return text.replace(/&([^;\s]{0,10};?)/g, (_, body: string) => {
    const reference = /^(?:#(\d+)|#x([0-9a-fA-F]+)|([a-z]+));$/.exec(body);
    if (!reference) throw malformedXml();
    const [, decimal, hexadecimal, name] = reference;
    if (name !== undefined) {
      const character = Object.hasOwn(entities, name) ? entities[name] : undefined;
      if (character === undefined) throw malformedXml();
      return character;
    }
    const code = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal ?? '', 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw malformedXml();
    return String.fromCodePoint(code);
  });
}
