import { afterAll, describe } from 'vitest';
import { openFakePromptService } from '../../../support/prompt-files/fake-prompt-service.ts';
import { RealPromptService } from '../../../support/prompt-files/real-prompt-service.ts';
import { promptPullSuite } from './prompt-pull.suite.ts';
import { promptPushSuite } from './prompt-push.suite.ts';

const real = new RealPromptService();
afterAll(() => real.dispose());

describe.each([
  { name: 'a fake service', open: openFakePromptService },
  { name: 'the real service', open: real.open },
])('prompt files with $name', ({ open }) => {
  promptPushSuite(open);
  promptPullSuite(open);
});
