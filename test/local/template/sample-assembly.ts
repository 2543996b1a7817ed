import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Assembly, readAssembly } from '../../../local/template/assembly.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Writes templates by stack name in the form of a CDK assembly and reads them back. */
export function sampleAssembly(templates: Record<string, object>): Promise<Assembly> {
  const dir = temporaryFolder('assembly');
  const artifacts = Object.entries(templates).map(([name, template]) => {
    const templateFile = `${name}.template.json`;
    writeFileSync(join(dir, templateFile), JSON.stringify(template));
    return [name, { type: 'aws:cloudformation:stack', properties: { templateFile } }];
  });
  writeFileSync(
    join(dir, 'manifest.json'),
    JSON.stringify({ version: '55.0.0', artifacts: Object.fromEntries(artifacts) }),
  );
  return readAssembly(dir);
}
