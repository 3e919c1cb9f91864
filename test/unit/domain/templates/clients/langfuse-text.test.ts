import { describe, expect, it } from 'vitest';
import { parseIncludeTarget } from '../../../../../src/domain/naming/include-target.ts';
import { expressPrompt } from '../../../../../src/domain/templates/clients/express-prompt.ts';
import { fromLangfuseText, printCompositionTag } from '../../../../../src/domain/templates/clients/langfuse-text.ts';
import { parseTemplate } from '../../../../../src/domain/templates/template.ts';
import { tenThousandRuns } from '../../../../support/property-runs.ts';
import fc from '../../../../support/seeded-fast-check.ts';

const tag = (inside: string): string => `@@@langfusePrompt:${inside}@@@`;

describe('a text of Langfuse', () => {
  it.each([
    ['Hi {{name}}', 'Hi {{name}}'],
    [tag('name=a/b|label=production'), '{{> a/b@production}}'],
    [tag('name=a|version=3'), '{{> a@3}}'],
    [tag('name=a|label=EU West'), '{{> a@eu-west}}'],
    [tag('name=a|label=7'), '{{> a@v7}}'],
    [tag('name=F/Greet you|label=latest'), '{{> f/greet-you@latest}}'],
    [`x${tag('name=a|version=1')}${tag('name=b|version=2')}y`, 'x{{> a@1}}{{> b@2}}y'],
    ['\\{{a}}', '\\\\{{a}}'],
    ['\\\\{{a}} \\ \\n', '\\\\\\\\{{a}} \\ \\n'],
    [`\\${tag('name=a|version=1')}`, '\\\\{{> a@1}}'],
  ])('becomes a template: %j', (text, template) => {
    expect(fromLangfuseText(text)).toBe(template);
  });

  it.each([
    tag('name=a'),
    tag('name=a|label=!'),
    tag('name=a|version=production'),
    tag('name=a|version=0'),
    tag('name=a|label=Latest'),
    tag('name=…|label=production'),
    tag('name=p_1700000000000_abcdef|version=1'),
    tag('label=production|name=a'),
    tag(`name=${'a'.repeat(501)}|version=1`),
    '@@@langfuseMedia:type=image/png|id=1|source=bytes@@@',
    '@@@langfusePrompt:name=a@@@ | label=x@@@',
  ])('leaves what cannot be included as it is: %s', (text) => {
    expect(fromLangfuseText(text)).toBe(text);
  });

  it('takes linear time', () => {
    const texts = ['\\', '@@@langfusePrompt:name=', '@@@langfusePrompt:name=a|label='].map((part) =>
      part.repeat(Math.ceil(262_144 / part.length)),
    );

    // Quadratic time would exceed the timeout of the test.
    for (const text of texts) expect(fromLangfuseText(text)).toBe(text);
  });

  it('is written as it was read, whatever it contains', () => {
    const pieces = fc.constantFrom('\\', '{', '}', '{{a}}', 'x', ' ', '\n', tag('name=a|version=1'), '@@@');
    const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    let expressed = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseTemplate(fromLangfuseText(text));
        if (parsed.kind !== 'template') return;
        const prompt = { type: 'text', template: parsed.template } as const;
        const outcome = expressPrompt(prompt, 'langfuse-js', { printInclude: printCompositionTag });
        if (outcome.kind !== 'expressed') return;
        expressed += 1;
        expect(outcome.content).toEqual({ type: 'text', content: text });
      }),
      tenThousandRuns,
    );
    expect(expressed).toBeGreaterThan(1000);
  });
});

describe('an include', () => {
  it.each([
    ['a/b@production', 'name=a/b|label=production'],
    ['a@3', 'name=a|version=3'],
    ['a@latest', 'name=a|label=latest'],
    ['a', 'name=a|label=latest'],
  ])('%s is a composition tag', (text, inside) => {
    const target = parseIncludeTarget(text);

    expect(target && printCompositionTag(target)).toBe(tag(inside));
  });
});
