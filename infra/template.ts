/** A CloudFormation resource of a template. */
export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
  Metadata?: Record<string, unknown>;
}

/** A CloudFormation template, as far as it is read here. */
export interface Template {
  Resources: Record<string, Resource>;
  Parameters?: Record<string, { Type: string; Default?: unknown }>;
  Outputs?: Record<string, { Value: unknown; Description?: string; Export?: { Name: string } }>;
}
