import { describe, expect, it } from 'vitest';
import { escapeTemplate, printNodes } from '../../../../src/adapters/converters/templates/print-template.ts';
import { VariableNames } from '../../../../src/adapters/converters/templates/rename-variables.ts';
import type { SourceNode } from '../../../../src/adapters/converters/templates/source-nodes.ts';
import { tokenize } from '../../../../src/domain/templates/template-tokens.ts';
import { arbitraryText } from '../../../support/builders/arbitrary-template.ts';
import fc from '../../../support/seeded-fast-check.ts';

const twoThousandRuns = { numRuns: 2000 };

describe('escapeTemplate', () => {
  it.each([
    ['{{x}}', '\\{{x}}'],
    ['\\{{x}}', '\\\\\\{{x}}'],
    ['{{{{', '\\{{\\{{'],
    ['{% if x %}\\ {', '{% if x %}\\ {'],
  ])('escapes every pair of braces: %s', (text, escaped) => {
    expect(escapeTemplate(text)).toBe(escaped);
  });

  it('renders as exactly the text', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const tokens = [...tokenize(escapeTemplate(text))];

        expect(tokens.map((token) => (token.kind === 'text' ? token.text : token)).join('')).toBe(text);
      }),
      twoThousandRuns,
    );
  });
});

describe('printNodes', () => {
  it.each(['all', 'tags'] as const)('prints tags as tags and texts as texts, escaping %s', (escaping) => {
    const origin = { line: 1, tag: '' };
    const node = fc.oneof(
      arbitraryText.map((text): SourceNode => ({ kind: 'text', text })),
      fc.constant<SourceNode>({ kind: 'variable', name: 'v', members: [], origin, source: '{{ v }}' }),
    );

    fc.assert(
      fc.property(fc.array(node, { maxLength: 6 }), (nodes) => {
        const target = () => 'a';
        const printed = printNodes(nodes, { names: new VariableNames(['v']), escaping, target });

        const read = [...tokenize(printed)].map((token) => (token.kind === 'text' ? token.text : '<tag>')).join('');
        expect(read).toBe(nodes.map((one) => (one.kind === 'text' ? one.text : '<tag>')).join(''));
      }),
      twoThousandRuns,
    );
  });
});
