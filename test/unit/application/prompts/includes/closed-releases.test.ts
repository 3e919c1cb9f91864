import { expect, it } from 'vitest';
import { Author, as } from '../../../../support/builders/an-author.ts';
import { longTimeout } from '../../../../support/property-runs.ts';
import fc from '../../../../support/seeded-fast-check.ts';

/** Each prompt includes only later ones, so that none includes itself. */
const NAMES = ['reply', 'frame', 'tone', 'voice', 'logo'] as const;
const LABELS = ['production', 'staging'] as const;
const SELECTORS = ['', '@latest', '@1', '@staging', '@production'] as const;

const aContent = (index: number) =>
  fc
    .tuple(
      fc.nat({ max: 99 }),
      fc.array(fc.tuple(fc.constantFrom(...NAMES.slice(index + 1), undefined), fc.constantFrom(...SELECTORS)), {
        maxLength: 3,
      }),
      fc.option(fc.constantFrom('boss', 'name'), { nil: undefined }),
    )
    .map(([number, includes, variable]) =>
      [
        `Text ${number}.`,
        ...includes.flatMap(([name, selector]) => (name ? [`{{> ${name}${selector}}}`] : [])),
        ...(variable ? [`{{${variable}}}`] : []),
      ].join(' '),
    );

type Write = (author: Author) => Promise<unknown>;

const indexes = NAMES.map((_, index) => index);
const aLabel = fc.constantFrom(...LABELS);
const aVersion = fc.integer({ min: 1, max: 5 });
const nameAt = (index: number): string => NAMES[index] ?? '';

/** Everything that a program with the key can do to what prompts contain and where labels point, but not to their names. */
const aRevision: fc.Arbitrary<Write> = fc.constantFrom(...indexes).chain((index) => {
  const name = nameAt(index);
  const publish = aContent(index).map(
    (content): Write =>
      (author) =>
        author.publish(name, content, { force: true }),
  );
  const put = fc.tuple(aContent(index), fc.subarray([...LABELS])).map(
    ([content, labels]): Write =>
      (author) =>
        author.put(name, content, { labels, force: true }),
  );
  const move = fc.tuple(aLabel, aVersion).map(
    ([label, version]): Write =>
      (author) =>
        author.move(name, label, version, { force: true }),
  );
  const others = fc.constantFrom<Write>(
    (author) => author.restore(name, 1),
    (author) => author.unlabel(name, 'staging'),
    (author) => author.rollBack(name, 'staging'),
    (author) => author.change(name, { archived: true }),
    (author) => author.change(name, { archived: false }),
  );
  return fc.oneof(publish, put, move, others);
});

const aWrite: fc.Arbitrary<Write> = fc.oneof(
  { weight: 4, arbitrary: aRevision },
  fc.constantFrom(...NAMES).map(
    (name): Write =>
      (author) =>
        author.delete(name),
  ),
  fc.constantFrom(...NAMES).map(
    (name): Write =>
      (author) =>
        author.change(name, { name: `${name}2` }),
  ),
);

const contents = fc.tuple(...indexes.map(aContent));

async function anAuthorOf(texts: readonly string[]): Promise<Author> {
  const author = new Author();
  // Included prompts first. An include that does not exist yet is left out.
  for (const index of indexes.toReversed()) {
    const outcome = await author.create(nameAt(index), texts[index] ?? '', { labels: ['staging'] });
    if (outcome.kind !== 'created') await author.mustCreate(nameAt(index), `Text ${index}.`, { labels: ['staging'] });
  }
  for (const name of NAMES) await author.move(name, 'production', 1);
  return author;
}

const VALUES = { variables: { boss: 'Bo', name: 'Ada' }, strict: false };

async function renderAll(author: Author, at?: Date) {
  const rendered: Record<string, unknown> = {};
  for (const name of NAMES) {
    for (const by of LABELS) {
      const outcome = await author.render(name, VALUES.variables, { by, strict: false, ...(at && { at }) });
      rendered[`${name}@${by}`] =
        outcome.kind === 'rendered' ? [outcome.fingerprint, outcome.rendered, outcome.version] : outcome.kind;
    }
  }
  return rendered;
}

const production = (rendered: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(rendered).filter(([key]) => key.endsWith('@production')));

it('no sequence of writes with the key changes what a protected label serves', longTimeout, async () => {
  const property = fc.asyncProperty(contents, fc.array(aWrite, { maxLength: 12 }), async (texts, writes) => {
    const author = await anAuthorOf(texts);
    as('protected', await author.protect('production'));
    const before = production(await renderAll(author));
    for (const write of writes) await write(author);
    expect(production(await renderAll(author))).toEqual(before);
  });
  await fc.assert(property, { numRuns: 100 });
});

it('a rendering as of a moment equals what was rendered at that moment', longTimeout, async () => {
  const protect = fc.subarray([...LABELS]).map(
    (labels): Write =>
      (author) =>
        author.protect(...labels),
  );
  const byPeople = fc.tuple(fc.constantFrom(...NAMES), aLabel, aVersion).map(
    ([name, label, version]): Write =>
      (author) =>
        author.move(name, label, version, { force: true, channel: 'dashboard' }),
  );
  const back = fc.tuple(fc.constantFrom(...NAMES), aLabel).map(
    ([name, label]): Write =>
      (author) =>
        author.rollBack(name, label, undefined, undefined, 'dashboard'),
  );
  const steps = fc.array(fc.oneof({ weight: 3, arbitrary: aRevision }, protect, byPeople, back), { maxLength: 12 });
  const property = fc.asyncProperty(contents, steps, async (texts, writes) => {
    const author = await anAuthorOf(texts);
    const recorded: [Date, Record<string, unknown>][] = [];
    for (const write of writes) {
      author.wait(60_000);
      await write(author);
      recorded.push([author.wait(60_000), await renderAll(author)]);
    }
    author.wait(60_000);
    for (const [at, rendered] of recorded) expect([at, await renderAll(author, at)]).toEqual([at, rendered]);
  });
  await fc.assert(property, { numRuns: 100 });
});
