import { describe, expect, it } from 'vitest';
import { type Execution, UNLIMITED } from '../../../../src/application/ports/execution.ts';
import type { FlattenPromptOutcome, GraphVersion } from '../../../../src/application/prompts/flatten-prompt.ts';
import { Author, anAuthorWith, as } from '../../../support/builders/an-author.ts';

const contentOf = (outcome: FlattenPromptOutcome) => {
  const { content } = as('flattened', outcome);
  return content.type === 'text' ? content.content : content.messages;
};

const printVersion = ({ name, version }: GraphVersion): string => `${name} ${version}`;

const graphOf = (outcome: FlattenPromptOutcome) => {
  const { graph } = as('flattened', outcome);
  return (
    graph && {
      root: printVersion(graph.root),
      dependencies: Object.fromEntries(
        graph.dependencies.map(({ of, includes }) => [printVersion(of), includes.map(printVersion)]),
      ),
    }
  );
};

describe('flattening a prompt', () => {
  it('returns content without includes as published, and no graph', async () => {
    const author = await anAuthorWith({ plain: '\\{{ {{ name }}' }, { labels: ['production'] });

    const outcome = as('flattened', await author.flatten('plain'));

    expect(outcome.content).toEqual({ type: 'text', content: '\\{{ {{ name }}' });
    expect(outcome.graph).toBeUndefined();
    expect(outcome.variables).toEqual([{ name: 'name', type: 'string', required: true }]);
    expect(outcome.resolved).toEqual({ by: 'label', label: 'production', version: 1 });
    expect(outcome.prompt.name).toBe('plain');
    expect(outcome.version.version).toBe(1);
  });

  it('selects the version by the same rule as reading', async () => {
    const author = await anAuthorWith({ plain: 'One.' }, { labels: ['production'] });
    await author.mustPublish('plain', 'Two.');

    expect(contentOf(await author.flatten('plain'))).toBe('One.');
    expect(contentOf(await author.flatten('plain', 'latest'))).toBe('Two.');
    expect(contentOf(await author.flatten('plain', '2'))).toBe('Two.');
  });

  it('inserts the versions that includes select now, with a graph of them', async () => {
    const author = await anAuthorWith({ name: '{{name}}' });
    await author.mustCreate('greeting', 'Dear {{> name}}', { labels: ['production'] });
    await author.mustPublish('greeting', 'Hello {{> name@1}}, {{> name}}');
    await author.mustCreate('letter', '{{> greeting@2}}! {{> greeting}}! {{> name}}');

    const outcome = await author.flatten('letter');

    expect(contentOf(outcome)).toBe('Hello {{name}}, {{name}}! Dear {{name}}! {{name}}');
    expect(graphOf(outcome)).toEqual({
      root: 'letter 1',
      dependencies: {
        'letter 1': ['greeting 2', 'greeting 1', 'name 1'],
        'greeting 2': ['name 1'],
        'greeting 1': ['name 1'],
      },
    });
    expect(as('flattened', outcome).graph?.root.promptId).toBe((await author.mustFind('letter')).id);
  });

  it('adds the variables that a floating include has started to use', async () => {
    const author = await anAuthorWith({ part: '{{a}}', whole: '{{> part}}' });
    await author.mustPublish('part', '{{a}} {{#b}}{{/b}}');

    expect(as('flattened', await author.flatten('whole')).variables).toEqual([
      { name: 'a', type: 'string', required: true },
      { name: 'b', type: 'json', required: false },
    ]);
  });

  it('reports includes that have become nested too deeply', async () => {
    const author = await anAuthorWith({ p0: 'End.' });
    for (let n = 1; n <= 5; n += 1) await author.mustCreate(`p${n}`, `{{> p${n - 1}}}`);
    expect(contentOf(await author.flatten('p5'))).toBe('End.');

    await author.mustCreate('deepest', 'Deeper.');
    await author.mustPublish('p0', '{{> deepest}}');

    expect(await author.flatten('p5')).toEqual({
      kind: 'includes-invalid',
      problems: [{ path: 'includes', problem: 'too-deep', text: 'deepest is included more than 5 levels deep' }],
    });
  });

  it('reports includes that are too large together', async () => {
    const author = new Author();
    await author.mustCreate('part', 'x'.repeat(200 * 1024));
    await author.mustCreate('whole', '{{> part}}'.repeat(6));

    expect(await author.flatten('whole')).toEqual({ kind: 'too-large', limit: 'output' });
  });

  it('loads includes as heavy work, and nothing else', async () => {
    const author = await anAuthorWith({ part: 'Part.', whole: '{{> part}}' });
    let heavy = 0;
    const work: Execution = {
      ...UNLIMITED,
      heavy: (run) => {
        heavy += 1;
        return run();
      },
    };

    await author.flatten('part', undefined, work);
    expect(heavy).toBe(0);
    await author.flatten('whole', undefined, work);
    expect(heavy).toBe(1);
  });
});
