import type { Shape } from '../geography/shape.ts';
import type { EngineText, Literal } from '../plan/expressions.ts';
import type { Plan } from '../plan/plans.ts';
import type { SqlType } from '../types/sql-type.ts';

/** How an engine writes what is not a function. All texts that go in are finished SQL. */
export interface Dialect {
  name: keyof EngineText;
  /** Whether it finds pairs of geographies by an index of its own. */
  joinsByPlaces: boolean;
  literal(literal: Literal): string;
  /** A FLOAT64. */
  number(value: number): string;
  type(type: SqlType): string;
  /** A geography constant. */
  shape(shape: Shape, isUncut?: true): string;
  /** A geography with the edges that the engine computes with. */
  mapped(shape: Shape): Shape;
  /** An array of INT64 out of a text of hexadecimal digits with commas between. */
  packedIntegers(text: string): string;
  /** An array of geographies out of a text of WKT with semicolons between. */
  packedShapes(text: string): string;
  /** A geography made of the degrees of a point. */
  point(longitude: string, latitude: string): string;
  /** A geography made of WKB that is stored. */
  fromWkb(wkb: string): string;
  /** Whether a row's file is one that a scan of a revision reads, for an engine that lists the files itself. */
  isOfRevision?(revision: number): string;
  longitude(geography: string): string;
  latitude(geography: string): string;
  array(elements: string[], type: SqlType): string;
  struct(fields: string[], type: SqlType): string;
  field(base: string, column: string): string;
  /** Each element as another value; `body` gets the name of the element. */
  eachElement(array: string, variable: string, body: string): string;
  /** A body that uses a value more than once, which is computed once. */
  bind(value: string, variable: string, body: string): string;
  arrayOfQuery(query: string, column: string, order: string | undefined, type: SqlType): string;
  /** The plan of a subquery in a form that the engine takes. */
  readable(plan: Plan): Plan;
  limit(limit: bigint | undefined, offset: bigint | undefined): string;
  /** The source of the elements of an array beside `left`, which is empty where there is nothing. */
  unnest(left: string, array: string, names: UnnestNames, outer: boolean, on: string | undefined): string;
  /** The elements as columns of a SELECT, which repeat its rows: for engines that have this form and read fewer rows by it. */
  elements?(array: string, names: UnnestNames): string[];
  /** What the offset's column is called in expressions. */
  offset(name: string): string;
  /** A column of the result, which leaves the engine. */
  output(text: string, type: SqlType): string;
  /** Prints a geography constant as a result, where that differs from the form that is computed with. */
  shapeOutput?(shape: Shape): string;
}

export interface UnnestNames {
  table: string;
  element: string;
  offset: string | undefined;
}

/** A name between double quotes, whatever is in it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text between single quotes, whatever is in it but NUL. */
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
