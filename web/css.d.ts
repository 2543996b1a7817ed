/** A style sheet as text, for the shadow roots of components. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}

declare module '*.css';
