import type { QueryEngineName } from '../../infra/constructs/query-engine.ts';
import type { CloudPlan } from '../template/plan.ts';

/** The variable by which the template chooses what queries run on. */
const variable = 'QUERY_ENGINE';

/** Has all functions that run queries use an engine, whichever the template says. */
export function chooseQueryEngine({ functions }: Pick<CloudPlan, 'functions'>, engine: QueryEngineName): void {
  for (const { environment } of functions) if (variable in environment) environment[variable] = engine;
}
