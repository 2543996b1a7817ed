import { escaped } from '../../formats/markup.ts';

/** Escapes text. Control characters become references, as in S3, though XML 1.0 forbids them; clients avoid them by `encoding-type=url`. */
function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be escaped
  return escaped(text).replace(/[\u0000-\u001f\ufffe\uffff]/g, (c) => `&#x${c.charCodeAt(0).toString(16)};`);
}

/**
 * An element that contains text; empty if the value is undefined.
 *
 * @example field('Key', 'a&b') // '<Key>a&amp;b</Key>'
 */
export function field(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? '' : `<${name}>${escapeXml(String(value))}</${name}>`;
}

/**
 * An element that contains elements, given as XML.
 *
 * @example element('Owner', [field('ID', 'o')]) // '<Owner><ID>o</ID></Owner>'
 */
export function element(name: string, children: string[]): string {
  return `<${name}>${children.join('')}</${name}>`;
}

/**
 * An XML document in the namespace of S3.
 *
 * @example return xmlAnswer(document('LocationConstraint', []));
 */
export function document(name: string, children: string[]): string {
  return `${declaration}<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${children.join('')}</${name}>`;
}

/** The error document; unlike all others it has no namespace. */
export function errorDocument(fields: Record<string, string>): string {
  return (
    declaration +
    element(
      'Error',
      Object.entries(fields).map(([name, value]) => field(name, value)),
    )
  );
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
