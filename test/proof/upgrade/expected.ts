import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the files are that release 0.1.0 wrote. */
export const FIXTURES = join(import.meta.dirname, '../../fixtures/0.1.0');

/** The responses of the release that wrote a fixture, for the account that received them. */
export interface ExpectedAccount {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly token: string;
  /** Keys that the account had before, oldest first. */
  readonly retiredTokens: readonly string[];
  /** The Cookie header of a dashboard session. */
  readonly cookie: string;
  readonly key: { readonly createdAt: string; readonly lastUsedAt: string | null };
  /** The body of GET /api/export, byte for byte. */
  readonly export: string;
  readonly responses: readonly RecordedResponse[];
}

export interface RecordedResponse {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The body of a POST. */
  readonly request?: unknown;
  readonly response: unknown;
}

export interface Expected {
  /** When the responses were recorded: later than every hour that the statistics in the fixture are from. */
  readonly recordedAt: string;
  readonly accounts: readonly ExpectedAccount[];
}

export type FixtureName = 'sqlite' | 'postgres' | 'redis';

export const readExpected = (fixture: FixtureName): Expected =>
  JSON.parse(readFileSync(join(FIXTURES, fixture, 'expected.json'), 'utf8'));
