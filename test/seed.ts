/**
 * Decides what is drawn in tests that try a sample: `FURROW_TEST_SEED`, or a new one in each run. A test prints it, so that its run can be
 * repeated: with it, the same cases are drawn as long as there are the same endpoints.
 */
export const seed = Number(process.env.FURROW_TEST_SEED || Math.floor(Math.random() * 2 ** 31));

export const seedNotice = `FURROW_TEST_SEED=${seed} draws these cases again`;
