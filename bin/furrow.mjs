#!/usr/bin/env node
// The program behind `npx furrow`: the sources are TypeScript, which tsx runs without a build.
import { register } from 'tsx/esm/api';

register();
await import('./furrow.ts');
