/** A style sheet as text, for the shadow roots of components. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}

declare module '*.css';

/** The URL of a worker's script. */
declare module '*?worker&url' {
  const url: string;
  export default url;
}
