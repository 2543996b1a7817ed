import { type ComponentChild, render } from 'preact';
import parts from '../theme/parts.css?inline';
import tokens from '../theme/tokens.css?inline';
import frame from './frame.css?inline';

/** The base URL of the API that served this script: the part of its URL before `/web/`. */
export const ownBase = new URL('..', import.meta.url).href.replace(/\/$/, '');

/** Properties of both components. */
export const commonProperties = {
  apiKey: { kind: 'text', otherwise: undefined },
  svcUser: { kind: 'text', otherwise: undefined },
  companyName: { kind: 'text', otherwise: undefined },
  companyLogo: { kind: 'text', otherwise: undefined },
  isDarkMode: { kind: 'flag', otherwise: false },
  locale: { kind: 'text', otherwise: undefined },
  title: { kind: 'text', otherwise: undefined },
  baseUrl: { kind: 'text', otherwise: undefined },
} as const;

/** Type of a component's property, which its attribute is converted to. */
type Kind = 'text' | 'flag' | 'number';

export interface Property {
  kind: Kind;
  otherwise: string | boolean | number | undefined;
}

type Values<P extends Record<string, Property>> = {
  [Name in keyof P]: P[Name]['kind'] extends 'flag'
    ? boolean
    : P[Name]['kind'] extends 'number'
      ? number
      : string | undefined;
};

/** Dispatches an event of a component with its `detail`. */
export type Emit = (name: string, detail: unknown) => void;

/** `svcUser` is `svc-user` as an attribute. */
const attributeOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Defines a custom element whose shadow root shows a view of its properties. Properties may be set as such or as attributes, in any order, before the
 * element is in a document or later. Its styles are constructed, since a policy may forbid style elements.
 */
export function defineElement<const P extends Record<string, Property>>(
  tag: string,
  properties: P,
  style: string,
  view: (values: Values<P>, emit: Emit) => ComponentChild,
): void {
  if (customElements.get(tag)) return;
  const names = Object.keys(properties);
  const byAttribute = new Map(names.map((name) => [attributeOf(name), name]));
  const sheets = [tokens, parts, frame, style].map((text) => {
    const sheet = new CSSStyleSheet();
    // The size of the root element is up to the page.
    sheet.replaceSync(text.replaceAll(/(\d*\.?\d+)rem\b/g, 'calc(var(--size) * $1)'));
    return sheet;
  });

  class FurrowElement extends HTMLElement {
    static observedAttributes = [...byAttribute.keys()];
    readonly values: Record<string, unknown> = Object.fromEntries(
      names.map((name) => [name, properties[name]?.otherwise]),
    );
    #waits = false;

    constructor() {
      super();
      this.attachShadow({ mode: 'open' }).adoptedStyleSheets = sheets;
    }

    connectedCallback(): void {
      for (const name of names) this.#takeEarlier(name);
      this.changed();
    }

    disconnectedCallback(): void {
      // A move within the document disconnects and connects again.
      queueMicrotask(() => void (!this.isConnected && this.shadowRoot && render(null, this.shadowRoot)));
    }

    attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
      const name = byAttribute.get(attribute);
      if (name === undefined) return;
      if (attribute === 'title') {
        // The browser would show it as a tooltip over the whole component.
        if (text === null) return;
        this.removeAttribute('title');
      }
      this.values[name] = read(properties[name] as Property, text);
      this.changed();
    }

    changed(): void {
      if (this.#waits) return;
      this.#waits = true;
      queueMicrotask(() => {
        this.#waits = false;
        if (!this.isConnected || !this.shadowRoot) return;
        const look = this.values.isDarkMode === true ? 'frame dark' : 'frame';
        render(<div class={look}>{view({ ...this.values } as Values<P>, this.#emit)}</div>, this.shadowRoot);
      });
    }

    #emit: Emit = (name, detail) => {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    };

    /** A property that was set before the element was defined hides the accessor. */
    #takeEarlier(name: string): void {
      if (!Object.hasOwn(this, name)) return;
      const own = this as unknown as Record<string, unknown>;
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
  }

  for (const name of names) {
    Object.defineProperty(FurrowElement.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: FurrowElement) {
        return this.values[name];
      },
      set(this: FurrowElement, value: unknown) {
        this.values[name] = value ?? properties[name]?.otherwise;
        this.changed();
      },
    });
  }
  customElements.define(tag, FurrowElement);
}

function read({ kind, otherwise }: Property, text: string | null): unknown {
  if (text === null) return otherwise;
  if (kind === 'flag') return text !== 'false';
  if (kind === 'number') return Number.isFinite(Number(text)) && text !== '' ? Number(text) : otherwise;
  return text;
}
