/** A style sheet as text, for the shadow roots of components. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}

declare module '*.css';

interface ImportMeta {
  /** What the build puts in. */
  readonly env: { readonly VERSION: string };
}
