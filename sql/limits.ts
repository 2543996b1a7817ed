/** Limits that keep a query from being work for longer than it is worth. */
export const limits = {
  /** UTF-16 units of the query. */
  textLength: 100_000,
  tokens: 20_000,
  /** Parentheses, calls and subqueries in one another. */
  nesting: 120,
  /** Levels of the tree, where a chain of n operators has n. Trino's planner overflows its stack at a sum of 1,000 terms. */
  depth: 400,
  nodes: 20_000,
  subqueries: 400,
  /** Trino's planner overflows its stack at 800 branches of UNION ALL. */
  setOperands: 400,
  /** Athena takes 262,144 bytes; the rest is for what a service puts around a query. */
  compiledLength: 250_000,
  /** Elements that an array made from constant bounds may have. */
  generatedElements: 1_000_000,
  /** Athena refuses the eleventh step of a recursion. */
  recursionSteps: 10,
  /** Vertices of one constant geography. */
  geographyVertices: 10_000,
  /** Cells of a constant geography: their indexes take two thirds of a compiled query. */
  cells: 10_000,
  /** Cells as geographies, which take most of a compiled query. */
  cellShapes: 1_000,
} as const;
