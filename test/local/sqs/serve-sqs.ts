import { movableClock } from '../../../local/clock.ts';
import { startSqs } from '../../../local/sqs/start-sqs.ts';

// A process that serves the queues of the directory in its first argument and prints its URL, until it is killed.
const engine = await startSqs({ dir: String(process.argv[2]), host: '127.0.0.1', clock: movableClock() });
console.log(engine.endpoint);
