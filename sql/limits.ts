/** Limits on the size of queries, and so on the work of compiling and running them. */
export const limits = {
  /** UTF-16 units of the query. */
  textLength: 100_000,
  tokens: 20_000,
  /** Depth of nested parentheses, calls and subqueries. */
  nesting: 120,
  /**
   * Levels of the syntax tree, where a chain of n operators has n. Trino's planner overflows its stack at a sum of
   * 1,000 terms.
   */
  depth: 400,
  nodes: 20_000,
  subqueries: 400,
  /** Trino's planner overflows its stack at 800 branches of UNION ALL. */
  setOperands: 400,
  /** Athena accepts 262,144 bytes; the rest is for text that a service adds around a query. */
  compiledLength: 250_000,
  /** Elements of an array with constant bounds. */
  generatedElements: 1_000_000,
  /** Athena fails in the eleventh step of a recursion. */
  recursionSteps: 10,
  /** Vertices of one constant geography. */
  geographyVertices: 10_000,
  /** Cells of a constant geography: their indexes take two thirds of a compiled query. */
  cells: 10_000,
  /** Cells as geographies, which take most of a compiled query. */
  cellShapes: 1_000,
} as const;
