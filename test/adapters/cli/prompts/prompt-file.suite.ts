import { describe, expect, it } from 'vitest';
import {
  parsePromptFile,
  printPromptFile,
  type WrittenPrompt,
} from '../../../../src/adapters/inbound/cli/prompts/files/prompt-file.ts';
import { canonicalJson, type JsonValue } from '../../../../src/domain/text/json.ts';
import { parseJson } from '../../../../src/domain/text/parse-json.ts';
import { anyChatPrompt, anyFrontMatterPrompt, anyTextPrompt, LINES } from '../../../support/builders/a-file-prompt.ts';
import { longTimeout } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

/** Compares as JSON, because `toEqual` ignores a member named __proto__. */
const asJson = ({ name, content, ...fields }: WrittenPrompt): string =>
  canonicalJson(parseJson(JSON.stringify({ name, content, ...fields, tags: fields.tags?.toSorted() })) as JsonValue);

/** Properties of the files of generated prompts, checked with this many of them. */
export function promptFileSuite(runs: { readonly numRuns: number }): void {
  describe('any prompt', () => {
    it.each([
      ['text', anyTextPrompt],
      ['chat', anyChatPrompt],
      ['front matter', anyFrontMatterPrompt],
    ])(
      'survives a round trip through its file, which is printed identically again: %s',
      (_which, anyPrompt) => {
        fc.assert(
          fc.property(anyPrompt, (prompt) => {
            const file = printPromptFile(prompt);
            const back = readPromptFile(file);

            expect(asJson(back)).toBe(asJson(prompt));
            expect(printPromptFile({ ...prompt, ...requireAllFields(back) })).toBe(file);
          }),
          runs,
        );
      },
      longTimeout.timeout,
    );

    it('prints the same file regardless of the order of its keys and tags', () => {
      fc.assert(
        fc.property(anyFrontMatterPrompt, (prompt) => {
          const config = Object.fromEntries(Object.entries(prompt.config).reverse());

          expect(printPromptFile({ ...prompt, config, tags: prompt.tags.toReversed() })).toBe(printPromptFile(prompt));
        }),
        { numRuns: runs.numRuns / 10 },
      );
    });

    it(
      'is either parsed or rejected with line numbers within the file or one past its end',
      () => {
        const anyFile = fc
          .array(fc.oneof(LINES, fc.string({ unit: 'binary' })), { maxLength: 12 })
          .map((lines) => `---\n${lines.join('\n')}`);
        fc.assert(
          fc.property(anyFile, (file) => {
            const outcome = parsePromptFile(file);
            if (outcome.kind === 'prompt') return;

            const lines = file.split('\n').length;
            expect(outcome.problems.length).toBeGreaterThan(0);
            for (const { line } of outcome.problems) expect(line).toSatisfy((at: number) => at >= 1 && at <= lines + 1);
          }),
          runs,
        );
      },
      longTimeout.timeout,
    );
  });
}

/** Parses a file that must be valid; throws otherwise. */
export function readPromptFile(file: string) {
  const outcome = parsePromptFile(file);
  if (outcome.kind === 'invalid') throw new Error(JSON.stringify(outcome.problems));
  return outcome.prompt;
}

/** Requires every optional field: a printed file omits none. */
function requireAllFields({ content, name, description, tags, variables, config }: WrittenPrompt) {
  const isWhole = name !== undefined && description !== undefined && tags && variables && config;
  if (!isWhole) throw new Error('something is missing');
  return { content, name, description, tags, variables, config };
}
