import type { Element, Node } from '@xmldom/xmldom';

/**
 * The child elements, in order.
 *
 * @example for (const child of childElements(feature)) names.push(nameOfElement(child));
 */
export function* childElements(parent: Element): Generator<Element> {
  for (let node: Node | null = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === node.ELEMENT_NODE) yield node as Element;
  }
}

/**
 * The name without a prefix, since services choose their own and GML has had several namespaces.
 *
 * @example nameOfElement(element) // 'Polygon' for <gml:Polygon>
 */
export function nameOfElement(element: Element): string {
  return element.localName ?? element.nodeName;
}

/**
 * Whether an element only refers to its content, which is then neither resolved nor fetched.
 *
 * @example if (isReference(child)) throw elsewhere(child);
 */
export function isReference(element: Element): boolean {
  return element.getAttribute('xlink:href') !== null && childElements(element).next().done === true;
}
