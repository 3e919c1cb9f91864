import { describe, expect, it } from 'vitest';
import { describeDraftProblem } from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/editor/describe-draft-problem.ts';
import type { ProblemCode } from '../../../../src/domain/problem.ts';

describe('a problem of a draft', () => {
  it.each<readonly [string, ProblemCode, string | undefined, string]>([
    [
      'content',
      'unbalanced',
      'section open is not closed (line 5, column 44)',
      'Section “open” is not closed (line 5, column 44)',
    ],
    ['content', 'too-large', undefined, 'The text is too large'],
    ['content', 'too-many', 'has more than 10000 tags', 'The text has more than 10000 tags'],
    ['messages', 'too-many', undefined, 'The chat has too many entries'],
    ['includes', 'not-found', 'No text prompt named “tone”', 'No text prompt named “tone”'],
    ['messages.2.placeholder', 'malformed', undefined, 'Placeholder 3 needs a name'],
    [
      'messages.0.content',
      'unbalanced',
      'section a is not closed (line 1, column 1)',
      'Message 1: Section “a” is not closed (line 1, column 1)',
    ],
    ['messages.1.content', 'empty', undefined, 'Message 2 is empty'],
    ['variables.age', 'unused', undefined, 'age is customized, but the text does not use it'],
    ['variables.age.default', 'type', undefined, 'age.default does not match the type'],
    ['config', 'malformed', undefined, 'The config is malformed'],
  ])('%s: %s %s reads “%s”', (path, problem, text, expected) => {
    expect(describeDraftProblem({ path, problem, text })).toBe(expected);
  });
});
