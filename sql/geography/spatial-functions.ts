/** DuckDB's names of the functions for spatial joins. */
export const spatialFunctions = {
  /**
   * Creates an index from ids and geographies of a table's rows, the sides of their boxes or none, the relation,
   * whether they are its first argument, and a distance in metres.
   */
  index: 'furrow_st_place_index',
  /** Finds the row for an index and degrees: its id, a negative number for several rows, NULL for none. */
  ofPoint: 'furrow_st_places_of_point',
  /** Finds the row for an index and a geography: its id, a negative number for several rows, NULL for none. */
  ofShape: 'furrow_st_places_of_shape',
  /** The ids of several rows, for an index and a negative number. */
  several: 'furrow_st_several_places',
} as const;

export type SpatialFunction = keyof typeof spatialFunctions;
