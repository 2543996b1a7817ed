import { runFurrow } from './commands/run-furrow.ts';

// The SDK's warning about Node 20 concerns developers of Furrow, not its users.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
process.exitCode = await runFurrow(process.argv.slice(2), process.env);
