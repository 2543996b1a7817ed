import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const sheets = new Map<string, CSSStyleSheet>();

/** Gives a style sheet to the document or shadow root that an element is in; a policy may forbid style elements. */
export function useStyle(element: RefObject<Element | null>, text: string): void {
  useLayoutEffect(() => {
    const root = element.current?.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return;
    const sheet = sheets.get(text) ?? new CSSStyleSheet();
    if (!sheets.has(text)) sheet.replaceSync(text);
    sheets.set(text, sheet);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }, [text]);
}
