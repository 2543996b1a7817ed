import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { movableClock } from '../../../local/clock.ts';
import { credentials } from '../../../local/credentials.ts';
import { startS3 } from '../../../local/s3/index.ts';

// An engine in a process of its own, to be measured and killed. Arguments: its folder, the file that collects the keys
// of delivered notifications.
const [dir = '', deliveredFile = ''] = process.argv.slice(2);

const engine = await startS3({
  dir,
  host: '127.0.0.1',
  clock: movableClock(),
  credentials,
  async notify({ body }) {
    const [record] = JSON.parse(body).Records ?? [];
    await pause(Math.random() * 30);
    if (record) appendFileSync(deliveredFile, `${record.s3.object.key}\n`);
  },
});
await engine.ensureBucket({
  name: 'fields',
  notifications: [{ events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'], queueArn: 'arn:aws:sqs:us-east-1:0:q' }],
});
console.log(JSON.stringify({ endpoint: engine.endpoint, pending: engine.pendingNotifications() }));
