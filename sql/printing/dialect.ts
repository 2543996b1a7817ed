import type { Shape } from '../geography/shape.ts';
import type { EngineText, Literal } from '../plan/expressions.ts';
import type { Plan } from '../plan/plans.ts';
import type { SqlType } from '../types/sql-type.ts';

/** The SQL of an engine apart from functions. All arguments are finished SQL. */
export interface Dialect {
  name: keyof EngineText;
  /** Whether it finds pairs of geographies by its own index. */
  joinsSpatially: boolean;
  literal(literal: Literal): string;
  /** A FLOAT64 literal. */
  number(value: number): string;
  type(type: SqlType): string;
  /** A geography constant. */
  shape(shape: Shape, isUncut?: true): string;
  /** A geography with the edges that the engine computes with. */
  mapped(shape: Shape): Shape;
  /** An array of INT64 from a text of hexadecimal numbers, separated by commas. */
  packedIntegers(text: string): string;
  /** An array of geographies from a text of WKT, separated by semicolons. */
  packedShapes(text: string): string;
  /** A geography from the degrees of a point. */
  point(longitude: string, latitude: string): string;
  /** A geography from stored WKB. */
  fromWkb(wkb: string): string;
  /** A condition that a row's file is part of a scan's revision, for an engine that lists the files itself. */
  isOfRevision?(revision: number): string;
  longitude(geography: string): string;
  latitude(geography: string): string;
  array(elements: string[], type: SqlType): string;
  struct(fields: string[], type: SqlType): string;
  field(base: string, column: string): string;
  /** Maps the elements of an array; `body` uses the variable. */
  eachElement(array: string, variable: string, body: string): string;
  /** Computes a value once for a body that uses it several times. */
  bind(value: string, variable: string, body: string): string;
  arrayOfQuery(query: string, column: string, order: string | undefined, type: SqlType): string;
  /** The plan of a subquery in a form that the engine accepts. */
  readable(plan: Plan): Plan;
  limit(limit: bigint | undefined, offset: bigint | undefined): string;
  /** The elements of an array as rows beside `left`, which is empty if there is no other source. */
  unnest(left: string, array: string, names: UnnestNames, outer: boolean, on: string | undefined): string;
  /**
   * The elements as columns of a SELECT, which repeat its rows: for engines that have this form and read fewer rows
   * with it.
   */
  elements?(array: string, names: UnnestNames): string[];
  /** The offset's column in expressions. */
  offset(name: string): string;
  /** A column of the result. */
  output(text: string, type: SqlType): string;
  /** Prints a geography constant as a result, if it differs from the form for computations. */
  shapeOutput?(shape: Shape): string;
}

export interface UnnestNames {
  table: string;
  element: string;
  offset: string | undefined;
}

/** A quoted identifier for any name. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A string literal for any text without NUL. */
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
