/** Whether every case is tried, as `npm run verify:thorough` does. `npm test` leaves out combinations whose parts it tries in others. */
export const isThorough = process.env.FURROW_THOROUGH === '1';
