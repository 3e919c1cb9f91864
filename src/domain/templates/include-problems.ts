import { type IncludeTarget, printIncludeTarget } from '../naming/include-target.ts';
import { printVersionSelector } from '../naming/version-selector.ts';
import type { Problem } from '../problem.ts';
import { INCLUDE_BYTES_MAX, INCLUDE_DEPTH_MAX, INCLUDE_TAGS_MAX } from './render-template.ts';

export type IncludeProblem = 'prompt-missing' | 'version-missing' | 'is-chat';

/** No prompt needs this many; each costs a read, even when its target does not exist. */
export const INCLUDES_MAX = 100;

export const TOO_MANY_INCLUDES: Problem = {
  path: 'includes',
  problem: 'too-many',
  text: `are more than ${INCLUDES_MAX}`,
};

export const INCLUDES_TOO_LARGE: Problem = {
  path: 'includes',
  problem: 'too-large',
  text: `have more than ${INCLUDE_BYTES_MAX / 1024} KiB of content together`,
};

export const TOO_MANY_TAGS_TOGETHER: Problem = {
  path: 'includes',
  problem: 'too-many',
  text: `have more than ${INCLUDE_TAGS_MAX} tags together`,
};

export const tooDeep = (target: IncludeTarget): Problem => ({
  path: 'includes',
  problem: 'too-deep',
  text: `${printIncludeTarget(target)} is included more than ${INCLUDE_DEPTH_MAX} levels deep`,
});

export const toProblem = (target: IncludeTarget, problem: IncludeProblem): Problem & { readonly text: string } => ({
  path: 'includes',
  problem: problem === 'is-chat' ? 'not-text' : 'not-found',
  text: describeInclude(target, problem),
});

function describeInclude({ name, selector }: IncludeTarget, problem: IncludeProblem): string {
  switch (problem) {
    case 'prompt-missing':
      return `no text prompt named ${name}`;
    case 'version-missing':
      return selector ? `${name} has no ${selector.by} ${printVersionSelector(selector)}` : `${name} has no version`;
    case 'is-chat':
      return `${name} is a chat: only texts can be included`;
  }
}
