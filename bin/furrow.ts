import { runFurrow } from './commands/run-furrow.ts';

// The SDK's notice about Node 20 is for those who choose its version, not for those who start Furrow.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
process.exitCode = await runFurrow(process.argv.slice(2), process.env);
