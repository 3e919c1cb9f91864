import type { KnownPrompt, World } from '../world.ts';
import type { Dice } from './dice.ts';

/** What a request is made with, and about. */
export interface Setting {
  readonly world: World;
  readonly dice: Dice;
  readonly subject: KnownPrompt | undefined;
  /** Of the request in its run, so that names can be new. */
  readonly number: number;
  /** The path of the operation, parameters filled in. */
  readonly path: string;
}

type MakeValue = (setting: Setting) => unknown;

const WORDS = ['greeting', 'summary', 'triage', 'reply.v2', 'a', '0', 'support_bot', 'x-y.z'];
const FOLDERS = ['', '', 'team/', 'team/eu/', 'a/b/c/d/'];
export const LABELS = ['production', 'staging', 'canary', 'a', 'v.1_x-y'];
const TAGS = ['urgent', 'eu', '2026', 'a.b-c_d'];
const TEMPLATES = [
  'Hello {{name}}',
  'No variables, only { braces } and {"json": {"a": 1}}',
  '{{#items}}- {{.}} {{.a.b}}\n{{/items}}{{^items}}none{{/items}}',
  '{{user.name}} of {{user.company}} \\{{literal}}',
  '',
  'Grüße 🦁 {{ name }} مرحبا',
];
const MOMENTS = ['2026-11-15T12:00:00.000Z', '2020-01-01T00:00:00Z', '2099-12-31T23:59:59+02:00'];
const DAYS = ['2026-11-01', '2026-11-14', '2026-11-15T00:00:00Z'];

const newName: MakeValue = ({ dice, number }) => `${dice.pick(FOLDERS)}${dice.pick(WORDS)}${number}`;
const anyName: MakeValue = (setting) =>
  setting.subject && setting.dice.chance(0.15) ? setting.subject.name : newName(setting);
const version: MakeValue = ({ dice, subject }) => 1 + dice.roll(subject?.latestVersion ?? 1);
const label: MakeValue = ({ dice, subject }) => dice.pick([...(subject?.labels ?? []), dice.pick(LABELS)]);
const selector: MakeValue = (setting) => String(setting.dice.chance(0.5) ? version(setting) : label(setting));
const moment: MakeValue = ({ dice }) => dice.pick([...MOMENTS, new Date().toISOString()]);
const day: MakeValue = ({ dice }) => dice.pick(DAYS);

const content: MakeValue = ({ dice, world }) => {
  const includable = world.promptList.filter(({ type }) => type === 'text');
  if (includable.length > 0 && dice.chance(0.2)) return `Before {{> ${dice.pick(includable).name}}} after`;
  return `${dice.pick(TEMPLATES)} ${dice.roll(1000)}`;
};

const messages: MakeValue = (setting) => {
  const { dice } = setting;
  const said = Array.from({ length: 1 + dice.roll(3) }, () => ({
    role: dice.pick(['system', 'user', 'assistant', 'tool']),
    content: content(setting),
  }));
  return dice.chance(0.3) ? [...said, { placeholder: 'history' }] : said;
};

const declarations: MakeValue = ({ dice }) => {
  const names = ['name', 'tone', 'count'].slice(0, 1 + dice.roll(3));
  return names.map((name) => ({ name, ...dice.pick(DECLARED) }));
};
const DECLARED = [
  { type: 'string', required: true },
  { type: 'string', required: false, default: 'x', enum: ['x', 'y'], description: 'which' },
  { type: 'number', required: false, default: 1.5 },
  { type: 'boolean' },
  { type: 'json', required: false },
  {},
];

/** One for each variable that the subject is known to have. */
const givenVariables: MakeValue = ({ dice, subject }) =>
  Object.fromEntries((subject?.variables ?? []).map((variable) => [variable.name, suitable(variable, dice)]));

function suitable(variable: KnownPrompt['variables'][number], dice: Dice): unknown {
  if (variable.enum && variable.enum.length > 0) return dice.pick(variable.enum);
  if (variable.type === 'number') return dice.pick([0, -1.5, 1e21]);
  if (variable.type === 'boolean') return dice.chance(0.5);
  if (variable.type === 'string') return dice.pick(['Ada', '', '{{name}}', '🦁']);
  return dice.pick<unknown>([['x', { a: { b: 1 } }], { name: 'Ada', company: null }, [], null, 'text', 7]);
}

const placeholders: MakeValue = ({ subject }) =>
  Object.fromEntries((subject?.placeholders ?? []).map((name) => [name, [{ role: 'user', content: 'Hi {{x}}' }]]));

const cursor: MakeValue = ({ dice, world, path }) => dice.pick(world.cursors.get(path) ?? ['v1']);

/** With other names than those that are there, so that something can be imported. */
const exported: MakeValue = ({ dice, world, number }) => {
  const all = world.exported?.data.prompts ?? [];
  const prompts = all.slice(0, 1 + dice.roll(3));
  return {
    format: 'prompthold-export',
    version: 1,
    prompts: dice.chance(0.5) ? prompts : prompts.map((each, index) => ({ ...each, name: `in${number}/${index}` })),
  };
};

/** Every right answer that a schema alone does not tell. By operation and field, or by field alone. */
export const FIELD_VALUES: Readonly<Record<string, MakeValue>> = {
  ref: ({ dice, subject }) => (dice.chance(0.5) ? subject?.id : subject?.name) ?? 'nothing',
  n: (setting) => String(version(setting)),
  label,
  name: anyName,
  'putPrompt.ref': (setting) =>
    setting.dice.chance(0.4) ? newName(setting) : (setting.subject?.name ?? newName(setting)),
  'putPrompt.name': ({ subject }) => subject?.name,
  'listPrompts.name': ({ subject }) => subject?.name ?? 'a',
  'openAccount.name': () => 'Ada Löwe 🦁',
  'openAccount.email': ({ dice, number }) => `f${number}-${dice.roll(2 ** 31)}@example.com`,
  'openAccount.password': ({ dice }) => `correct horse ${dice.roll(2 ** 31)}`,
  email: ({ world }) => world.owner.email,
  password: ({ dice, world }) => (dice.chance(0.7) ? world.owner.password : 'not the password'),
  type: ({ subject }) => subject?.type ?? 'text',
  version,
  restore: version,
  'readPrompt.version': (setting) => String(version(setting)),
  labels: ({ dice }) => [...new Set([dice.pick(LABELS), dice.pick(LABELS)])],
  tags: ({ dice }) => [...new Set([dice.pick(TAGS), dice.pick(TAGS)])],
  tag: ({ dice }) => dice.pick(TAGS),
  folder: ({ dice }) => dice.pick(FOLDERS).replace(/\/$/, ''),
  q: ({ dice }) => dice.pick(['a', 'REE', '%', '_', '\\', "'", '🦁', '']),
  description: ({ dice }) => dice.pick(['', 'What it is for', 'Grüße 🦁']),
  message: ({ dice }) => dice.pick(['', 'because', 'line\nbreak']),
  content,
  messages,
  variables: declarations,
  'renderPrompt.variables': givenVariables,
  placeholders,
  config: ({ dice }) => dice.pick([{}, { model: 'm-1', temperature: 0.7 }, { a: { b: [1, null, 'x'] } }]),
  at: moment,
  'readStats.from': day,
  'readStats.to': () => '2026-11-16',
  from: selector,
  to: selector,
  limit: ({ dice }) => dice.pick(['1', '2', '50', '200']),
  cursor,
  'importPrompts.data': exported,
};
