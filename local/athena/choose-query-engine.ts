import type { QueryEngineName } from '../../infra/constructs/query-engine.ts';
import type { CloudPlan } from '../template/plan.ts';

/** The variable by which the template selects the query engine. */
const variable = 'QUERY_ENGINE';

/** Makes all functions that run queries use an engine, regardless of the template. */
export function chooseQueryEngine({ functions }: Pick<CloudPlan, 'functions'>, engine: QueryEngineName): void {
  for (const { environment } of functions) if (variable in environment) environment[variable] = engine;
}
