import type { Backend } from './backends.ts';
import type { Rounds } from './measure.ts';
import type { ScenarioName } from './scenarios.ts';

export interface ScenarioResult {
  readonly name: ScenarioName;
  readonly title: string;
  readonly service: Rounds;
  readonly baseline: Rounds;
  /** Koa and node:http alone, sending the same response. Not measured for requests that change something. */
  readonly koa?: Rounds | undefined;
  readonly http?: Rounds | undefined;
}

/** The 99th percentile of the latency of verify, for each round. */
export interface FloodResult {
  readonly quietP99Ms: readonly number[];
  readonly floodedP99Ms: readonly number[];
}

/** Requests of MCP clients, and as many of our own API as do the same. */
export interface McpResult {
  readonly title: string;
  readonly mcp: Rounds;
  readonly own: Rounds;
}

/** The same requests to a small storage and to a large one. */
export interface GrowthResult {
  readonly name: ScenarioName;
  readonly title: string;
  readonly small: Rounds;
  readonly large: Rounds;
}

export interface BackendResult {
  readonly backend: Backend;
  readonly scenarios: readonly ScenarioResult[];
  readonly mcp?: readonly McpResult[] | undefined;
  readonly flood?: FloodResult | undefined;
  readonly growth?: readonly GrowthResult[] | undefined;
}
