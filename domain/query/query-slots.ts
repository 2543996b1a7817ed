/** How many queries of one owner run at once: synchronous and asynchronous ones together. */
export const slotsOfOwner = 10;

/** Asynchronous queries take no more of them than these, so that others are never kept waiting for minutes. */
export const asynchronousSlots = 4;
