import { describe } from 'vitest';
import { ApiKey } from '../../../../src/domain/accounts/api-key.ts';
import { invariant } from '../../../../src/domain/invariant.ts';
import { ClientService } from '../../../support/clients/client-service.ts';
import type { OpenPromptService } from '../../../support/prompt-files/prompt-service.ts';
import { startStandaloneApp } from '../../http/support/standalone-app.ts';
import { promptConflictSuite } from './prompt-conflict.suite.ts';
import { promptEditSuite } from './prompt-edit.suite.ts';
import { promptLockSuite } from './prompt-lock.suite.ts';
import { promptMoveSuite } from './prompt-move.suite.ts';
import { promptPullSuite } from './prompt-pull.suite.ts';
import { promptPushSuite } from './prompt-push.suite.ts';

const service = await ClientService.forFile();

const openReal: OpenPromptService = async () => {
  const author = await service.newAuthor();
  const key = ApiKey.parse(author.key);
  invariant(key !== undefined, 'a new account has a key');
  return { url: service.url, key };
};

const openInMemory: OpenPromptService = async () => {
  const { api, key } = await startStandaloneApp();
  return { url: api.url, key };
};

describe.each([
  { name: 'an in-memory service', open: openInMemory },
  { name: 'the real service', open: openReal },
])('prompt files with $name', ({ open }) => {
  // Each in a group of its own: they open a service for each of their tests.
  describe('pushed', () => promptPushSuite(open));
  describe('pulled', () => promptPullSuite(open));
});

describe('prompt files with a lock', () => promptLockSuite(openInMemory));
describe('prompt files with conflicts', () => promptConflictSuite(openInMemory));
describe('prompt files that move', () => promptMoveSuite(openInMemory));
describe('prompt files that were edited', () => promptEditSuite(openInMemory));
