import { relative } from 'node:path';
import { deleteStateDirectory } from '../../local/state/state-directory.ts';
import { type Command, CommandProblem } from './command.ts';
import { dataDirOf, dataDirOption, dataDirVariable } from './state-options.ts';

export const reset: Command = {
  usage: ['reset [options]'],
  description: 'Deletes all state of the embedded cloud: tables, files, queues and the demo owner.',
  options: { 'data-dir': dataDirOption },
  variables: dataDirVariable,
  async run(invocation) {
    const dataDir = dataDirOf(invocation);
    const name = relative(process.cwd(), dataDir) || dataDir;
    const deleted = await deleteStateDirectory(dataDir).catch((error: Error) => {
      throw new CommandProblem(error.message);
    });
    console.log(deleted ? `deleted ${name}` : `nothing to delete: there is no ${name}`);
    return 0;
  },
};
