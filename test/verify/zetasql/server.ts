import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { installedZetaSql, protocolFolder, serverProgram } from './install.ts';

type Message = Record<string, unknown>;
type Method = (request: Message, answer: (error: Error | null, response: Message) => void) => void;

export interface ZetaSql {
  call(method: string, request: Message): Promise<Message>;
  close(): void;
}

/** Starts the engine on a free port of this machine. */
export async function startZetaSql(): Promise<ZetaSql> {
  const folder = installedZetaSql();
  const load = createRequire(join(folder, 'package.json'));
  const grpc = load('@grpc/grpc-js');
  const description = load('@grpc/proto-loader').loadSync('local_service.proto', {
    longs: String,
    includeDirs: [protocolFolder(folder)],
  });
  const port = await freePort();
  const program = spawn(serverProgram(folder), ['localhost', String(port)], { stdio: 'ignore' });
  const stopped = new Promise<never>((_, reject) => {
    program.once('error', (cause) =>
      reject(new Error('The reference engine does not run on this machine.', { cause })),
    );
    program.once('exit', (code) => reject(new Error(`The reference engine ended with ${code}.`)));
  });
  stopped.catch(() => {});
  const { ZetaSqlLocalService } = grpc.loadPackageDefinition(description).zetasql.local_service;
  const service = new ZetaSqlLocalService(`localhost:${port}`, grpc.credentials.createInsecure(), {
    'grpc.max_receive_message_length': -1,
  });
  const call = (name: string, request: Message): Promise<Message> => {
    const method = service[name] as Method | undefined;
    if (!method) throw new Error(`the engine has no ${name}`);
    return Promise.race([promisify(method.bind(service))(request), stopped]);
  };
  const close = () => {
    service.close();
    program.kill('SIGKILL');
  };
  process.once('exit', close);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  for (let tries = 0; ; tries += 1) {
    try {
      await call('formatSql', { sql: 'SELECT 1' });
      return { call, close };
    } catch (error) {
      if (tries === 60) {
        close();
        throw error;
      }
      await setTimeout(250);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no port is free');
  return address.port;
}
