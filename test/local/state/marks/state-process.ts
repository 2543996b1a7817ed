import { createResources, openState, writeOnce } from './populated-state.ts';

/** A process that opens a state, tells its parent, and writes until it is killed: `state-process.ts DIR`. */
const [dataDir = ''] = process.argv.slice(2);

const state = await openState(dataDir).catch((error: Error) => {
  process.send?.({ refused: error.message });
  process.exit(1);
});
await createResources(state);
for (let number = 0; ; number += 1) {
  if (number === 1) process.send?.({ writing: true });
  await Promise.all([writeOnce(state, number), writeOnce(state, number + 1_000_000)]);
}
