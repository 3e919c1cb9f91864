import { describe, expect, it } from 'vitest';
import { describeDraftProblem } from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/editor/describe-draft-problem.ts';

describe('a problem of a draft', () => {
  it.each([
    ['content', 'section open is not closed (line 5, column 44)', 'Section “open” is not closed (line 5, column 44)'],
    ['content', 'too-large', 'The text is too large'],
    ['content', 'has more than 10000 tags', 'The text has more than 10000 tags'],
    ['messages', 'too-many', 'The chat has too many entries'],
    ['includes', 'No text prompt named “tone”', 'No text prompt named “tone”'],
    ['messages.2.placeholder', 'malformed', 'Placeholder 3 needs a name'],
    [
      'messages.0.content',
      'section a is not closed (line 1, column 1)',
      'Message 1: Section “a” is not closed (line 1, column 1)',
    ],
    ['messages.1.content', 'empty', 'Message 2 is empty'],
    ['variables.age', 'unused', 'age is customized, but the text does not use it'],
    ['variables.age.default', 'type', 'age.default does not match the type'],
    ['config', 'malformed', 'The config is malformed'],
  ])('%s: %s reads “%s”', (path, problem, expected) => {
    expect(describeDraftProblem(path, problem)).toBe(expected);
  });
});
