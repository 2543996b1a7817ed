import type { QueryEngine } from '../../domain/query/query-engine.ts';
import type { HttpServices } from '../http/serve.ts';

export interface QueryServices extends HttpServices {
  engine: QueryEngine;
}
