import { deepEqual } from 'node:assert/strict';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Change } from '../../../src/domain/changes/change.ts';
import type { PromptReference } from '../../../src/domain/naming/prompt-name.ts';
import { aQuery, EVERY_VERSION, PRODUCTION, STAGING, toName } from '../../support/builders/a-prompt.ts';
import { as } from '../../support/builders/an-author.ts';
import { through } from '../../support/builders/through.ts';
import { anOpenedAccount, ownerOf } from './account-cases.ts';
import type { Application } from './application.ts';
import type { Facts, UseCase } from './use-case.ts';

const GREETING = toName('mail/greeting');
const FOOTER = toName('mail/footer');
const REFERENCE: PromptReference = { by: 'name', name: GREETING };

const FIRST = 'Dear {{name}},';
const SECOND = 'Hello {{name}}, {{> mail/footer@production}}';

const create = (application: Application, owner: AccountId, name: string, content: string) =>
  application.useCases.prompts.createPrompt.execute(
    owner,
    { name, content: { type: 'text', content }, labels: [PRODUCTION] },
    through('api'),
  );

const publish = (application: Application, owner: AccountId, content: string, labels: readonly string[] = []) =>
  application.useCases.prompts.publishVersion.execute(owner, REFERENCE, {
    input: { content: { type: 'text', content } },
    labels,
    by: through('api'),
  });

const move = (application: Application, owner: AccountId, version: number) =>
  application.useCases.prompts.moveLabel.execute(owner, REFERENCE, { label: PRODUCTION, version, by: through('api') });

/** An account with a greeting in production, and a footer that no prompt includes yet. */
async function anAuthor(application: Application): Promise<Facts> {
  const facts = await anOpenedAccount(application);
  as('created', await create(application, ownerOf(facts), GREETING, FIRST));
  as('created', await create(application, ownerOf(facts), FOOTER, 'Yours'));
  return facts;
}

/** Everything that is stored about the greeting, and every query that finds it. */
async function look(application: Application, owner: AccountId) {
  const prompts = {
    reader: application.ports.promptReader,
    catalog: application.ports.promptCatalog,
    archive: application.ports.promptArchive,
    changes: application.ports.promptChanges,
  };
  const { changes } = await prompts.changes.after(owner, { revision: 0, n: 0 }, 100);
  const feed = changes.map(describeChange);
  const prompt = await prompts.reader.find(owner, REFERENCE);
  if (!prompt) return { revision: await prompts.reader.readRevision(owner), feed };
  const { id, latestVersion, latestHash, labels, revision } = prompt;
  const versions = await prompts.archive.readVersions(owner, id, EVERY_VERSION);
  const moves = await prompts.archive.readMoves(owner, id, { limit: 100 });
  const namesOf = async (query: Parameters<typeof aQuery>[0]) =>
    (await prompts.catalog.list(owner, aQuery(query))).map(({ name }) => name);
  const readBy = async (label: typeof PRODUCTION) =>
    (await prompts.reader.read(owner, REFERENCE, { by: 'label', label }))?.version?.version;
  return {
    latestVersion,
    isLatest: versions.at(-1)?.hash === latestHash,
    versions: versions.map(({ version, content }) => [version, content.type === 'text' && content.content]),
    summaries: (await prompts.reader.listVersions(owner, id, { limit: 10 })).map(({ version }) => version),
    one: (await prompts.reader.findVersion(owner, id, latestVersion))?.version,
    labels: Object.fromEntries(labels),
    read: { production: await readBy(PRODUCTION), staging: await readBy(STAGING) },
    moves: moves.map(({ label, previous, version }) => `${label} ${previous} ${version}`),
    revisions: [revision, await prompts.reader.readRevision(owner)],
    byName: await namesOf({}),
    byTime: await namesOf({ sort: 'updatedAt', order: 'descending' }),
    inStaging: await namesOf({ label: STAGING }),
    includes: (await prompts.reader.listIncludes(owner, [GREETING])).includes.map(({ target }) => target.name),
    includers: (await prompts.reader.listIncluders(owner, FOOTER)).includes.map(({ includer }) => includer),
    feed,
  };
}

/** Without the number within the revision, which may have gaps. */
const describeChange = ({ revision, type, data }: Change): string =>
  `${revision} ${type}${'label' in data ? ` ${data.label} ${data.previous} ${data.version}` : ''}`;

const NEVER_PUBLISHED = {
  latestVersion: 1,
  isLatest: true,
  versions: [[1, FIRST]],
  summaries: [1],
  one: 1,
  labels: { production: 1 },
  read: { production: 1, staging: undefined },
  moves: ['production null 1'],
  revisions: [1, 2],
  byName: [FOOTER, GREETING],
  byTime: [FOOTER, GREETING],
  inStaging: [],
  includes: [],
  includers: [],
  feed: ['1 prompt.created', '1 label.moved production null 1', '2 prompt.created', '2 label.moved production null 1'],
};

const WITH_TWO_VERSIONS = {
  ...NEVER_PUBLISHED,
  latestVersion: 2,
  versions: [
    [1, FIRST],
    [2, SECOND],
  ],
  summaries: [2, 1],
  one: 2,
  revisions: [2, 3],
  byTime: [GREETING, FOOTER],
  includes: [FOOTER],
  includers: [GREETING],
  feed: [...NEVER_PUBLISHED.feed, '3 version.published'],
};

/** Either the version exists with its labels, their history, its includes, list entries and changes, or none of it does. */
export const publishVersion: UseCase = {
  name: 'publish a version',
  prepare: anAuthor,
  about(facts) {
    const owner = ownerOf(facts);
    return {
      before: NEVER_PUBLISHED,
      after: {
        ...WITH_TWO_VERSIONS,
        labels: { production: 2, staging: 2 },
        read: { production: 2, staging: 2 },
        moves: ['production null 1', 'production 1 2', 'staging null 2'],
        inStaging: [GREETING],
        feed: [...WITH_TWO_VERSIONS.feed, '3 label.moved staging null 2', '3 label.moved production 1 2'],
      },
      look: (present) => look(present, owner),
      run: (present) => publish(present, owner, SECOND, [STAGING, PRODUCTION]),
      async continueNormally(present) {
        const { version } = as('published', await publish(present, owner, 'Good morning {{name}},'));
        deepEqual(version.version, 3);
      },
    };
  },
};

/** Either the label, its history and the feed have changed, or none of them has. */
export const moveLabel: UseCase = {
  name: 'move a label',
  async prepare(application) {
    const facts = await anAuthor(application);
    as('published', await publish(application, ownerOf(facts), SECOND));
    return facts;
  },
  about(facts) {
    const owner = ownerOf(facts);
    return {
      before: WITH_TWO_VERSIONS,
      after: {
        ...WITH_TWO_VERSIONS,
        labels: { production: 2 },
        read: { production: 2, staging: undefined },
        moves: ['production null 1', 'production 1 2'],
        revisions: [3, 4],
        feed: [...WITH_TWO_VERSIONS.feed, '4 label.moved production 1 2'],
      },
      look: (present) => look(present, owner),
      run: (present) => move(present, owner, 2),
      async continueNormally(present) {
        const { move: back } = as('moved', await move(present, owner, 1));
        deepEqual([back.previous, back.version], [2, 1]);
      },
    };
  },
};

/** Either the prompt is there, or the feed shows that it was deleted. */
export const deletePrompt: UseCase = {
  name: 'delete a prompt',
  prepare: anAuthor,
  about(facts) {
    const owner = ownerOf(facts);
    return {
      before: NEVER_PUBLISHED,
      after: { revision: 3, feed: [...NEVER_PUBLISHED.feed, '3 prompt.deleted'] },
      look: (present) => look(present, owner),
      run: (present) => present.useCases.prompts.deletePrompt.execute(owner, REFERENCE, { by: through('api') }),
      async continueNormally(present) {
        const { prompt } = as('created', await create(present, owner, GREETING, SECOND));
        deepEqual(prompt.revision, 1);
      },
    };
  },
};
