import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';

/** A resource as the template declares it; its properties still hold intrinsics. */
export interface Resource {
  Type: string;
  Properties?: Record<string, unknown> | undefined;
  Condition?: string | undefined;
}

export interface Output {
  Value: unknown;
  Description?: string | undefined;
  Export?: { Name: unknown } | undefined;
  Condition?: string | undefined;
}

export interface Parameter {
  Type: string;
  Default?: unknown;
}

export interface Template {
  Resources: Record<string, Resource>;
  Outputs: Record<string, Output>;
  Parameters: Record<string, Parameter>;
  Conditions: Record<string, unknown>;
  Mappings: Record<string, Record<string, Record<string, unknown>>>;
}

export interface Stack {
  /** The name that CloudFormation would show; for a nested stack, its parent's name and its own logical id. */
  name: string;
  template: Template;
  /** Absolute paths of the stack's assets by the key that the template uses for them, such as `<hash>.zip`. */
  assets: Map<string, string>;
  /** Set for a nested stack: the resource that creates it. */
  parent?: { stack: Stack; logicalId: string };
}

/** Output of `cdk synth`, without the parts that only a deployment reads. */
export interface Assembly {
  dir: string;
  /** Every stack, nested ones behind their parents. */
  stacks: Stack[];
}

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z
        .object({
          templateFile: z.string().optional(),
          stackName: z.string().optional(),
          file: z.string().optional(),
          directoryName: z.string().optional(),
        })
        .optional(),
      dependencies: z.array(z.string()).optional(),
    }),
  ),
});

const templateSchema = z.object({
  Resources: z
    .record(
      z.string(),
      z.object({
        Type: z.string(),
        Properties: z.record(z.string(), z.unknown()).optional(),
        Condition: z.string().optional(),
      }),
    )
    .default({}),
  Outputs: z
    .record(
      z.string(),
      z.object({
        Value: z.unknown(),
        Description: z.string().optional(),
        Export: z.object({ Name: z.unknown() }).optional(),
        Condition: z.string().optional(),
      }),
    )
    .default({}),
  Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: z.unknown().optional() })).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
});

const assetsSchema = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

/**
 * Reads a CDK assembly: its manifest, templates and asset lists, stages and nested stacks included.
 *
 * @throws Error naming the file when one is missing or is not what CDK writes.
 */
export async function readAssembly(dir: string): Promise<Assembly> {
  const root = resolve(dir);
  return { dir: root, stacks: await readStacks(root) };
}

async function readStacks(dir: string): Promise<Stack[]> {
  const { artifacts } = await readJson(join(dir, 'manifest.json'), manifestSchema);
  const stacks: Stack[] = [];
  for (const [id, artifact] of Object.entries(artifacts)) {
    const { templateFile, stackName, directoryName } = artifact.properties ?? {};
    if (artifact.type === 'cdk:cloud-assembly' && directoryName) {
      stacks.push(...(await readStacks(join(dir, directoryName))));
    } else if (artifact.type === 'aws:cloudformation:stack' && templateFile) {
      const lists = (artifact.dependencies ?? []).flatMap((name) => {
        const list = artifacts[name];
        return list?.type === 'cdk:asset-manifest' && list.properties?.file ? [list.properties.file] : [];
      });
      const template = await readJson(join(dir, templateFile), templateSchema);
      const stack: Stack = { name: stackName ?? id, template, assets: await readAssets(dir, lists) };
      stacks.push(stack, ...(await readNestedStacks(stack)));
    }
  }
  return stacks;
}

async function readAssets(dir: string, lists: string[]): Promise<Map<string, string>> {
  const assets = new Map<string, string>();
  for (const list of lists) {
    const { files } = await readJson(join(dir, list), assetsSchema);
    for (const { source, destinations } of Object.values(files)) {
      if (!source.path) continue;
      for (const { objectKey } of Object.values(destinations)) assets.set(objectKey, join(dir, source.path));
    }
  }
  return assets;
}

/** A nested stack's template is an asset; its `TemplateURL` ends with the asset's key. */
async function readNestedStacks(parent: Stack): Promise<Stack[]> {
  const stacks: Stack[] = [];
  for (const [logicalId, resource] of Object.entries(parent.template.Resources)) {
    if (resource.Type !== 'AWS::CloudFormation::Stack') continue;
    const url = JSON.stringify(resource.Properties?.TemplateURL ?? '');
    const asset = [...parent.assets].find(([key]) => url.includes(key));
    if (!asset)
      throw new Error(`${parent.name}: the template of the nested stack ${logicalId} is not among the assets`);
    const template = await readJson(asset[1], templateSchema);
    const name = `${parent.name}-${logicalId}`;
    const stack: Stack = { name, template, assets: parent.assets, parent: { stack: parent, logicalId } };
    stacks.push(stack, ...(await readNestedStacks(stack)));
  }
  return stacks;
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`${path} cannot be read: synthesize the CDK app first`, { cause });
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`${path} is not what CDK writes: ${reason}`, { cause });
  }
}
