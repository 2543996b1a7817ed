/** By which names DuckDB knows the functions that join tables by places. */
export const placeFunctions = {
  /** Numbers and geographies of a table's rows, the sides of their boxes or none, how they are related to others, whether they come first in that, metres: an index. */
  index: 'furrow_st_place_index',
  /** An index and degrees: the number of the row, a negative one for several rows, NULL for none. */
  ofPoint: 'furrow_st_places_of_point',
  /** An index and a geography: the number of the row, a negative one for several rows, NULL for none. */
  ofShape: 'furrow_st_places_of_shape',
  /** An index and a negative number: those of the rows. */
  several: 'furrow_st_several_places',
} as const;

export type PlaceFunction = keyof typeof placeFunctions;
