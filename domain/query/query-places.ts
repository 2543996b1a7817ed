/** How many queries of one owner run at once: those that are answered at once, and those that run behind their answers. */
export const placesOfOwner = 10;

/** Queries behind their answers take no more than these, so that others are never kept waiting for minutes. */
export const placesForLater = 4;
