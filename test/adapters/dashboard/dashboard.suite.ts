import { describe } from 'vitest';
import type { realStorages } from '../../support/storage/fresh-storage.ts';
import { twoServices } from '../http/support/two-services.ts';
import { keySuite } from './key.suite.ts';
import { passwordSuite } from './password.suite.ts';
import { promptsSuite } from './prompts.suite.ts';
import { sameOriginSuite } from './same-origin.suite.ts';
import { sessionSuite } from './session.suite.ts';
import { usageSuite } from './usage.suite.ts';

const suites = {
  'a session': sessionSuite,
  'a change of password': passwordSuite,
  'the API key': keySuite,
  'prompts and statistics': promptsSuite,
  'refused calls and the usage of a prompt': usageSuite,
  'cross-origin requests': sameOriginSuite,
};

/** Guarantees of the dashboard API. */
export function dashboardSuite(
  { fresh }: (typeof realStorages)[number],
  chosen: Partial<typeof suites> = suites,
): void {
  const services = twoServices(fresh);
  for (const [subject, suite] of Object.entries(chosen)) describe(subject, () => suite(services));
}

/** Signs in, which needs most of the ports, on two instances. */
export const sessions = { 'a session': sessionSuite };
