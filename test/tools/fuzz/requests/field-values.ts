import type { SeededRandom } from '../../seeded-random.ts';
import type { KnownPrompt, KnownState } from '../known-state.ts';

/** The state, the random source and the subject from which a request is built. */
export interface RequestContext {
  readonly state: KnownState;
  readonly random: SeededRandom;
  readonly subject: KnownPrompt | undefined;
  /** The request's number in its run, which makes new names unique. */
  readonly number: number;
  /** The path of the operation, with its parameters filled in. */
  readonly path: string;
}

type GenerateValue = (context: RequestContext) => unknown;

const NAMES = ['greeting', 'summary', 'triage', 'reply.v2', 'a', '0', 'support_bot', 'x-y.z'];
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

const newName: GenerateValue = ({ random, number }) => `${random.pick(FOLDERS)}${random.pick(NAMES)}${number}`;
const anyName: GenerateValue = (context) =>
  context.subject && context.random.chance(0.15) ? context.subject.name : newName(context);
const knownName: GenerateValue = ({ subject }) => subject?.name ?? 'nothing';
const version: GenerateValue = ({ random, subject }) => 1 + random.nextInt(subject?.latestVersion ?? 1);
const label: GenerateValue = ({ random, subject }) => random.pick([...(subject?.labels ?? []), random.pick(LABELS)]);
const selector: GenerateValue = (context) => String(context.random.chance(0.5) ? version(context) : label(context));
const moment: GenerateValue = ({ random }) => random.pick([...MOMENTS, new Date().toISOString()]);
const day: GenerateValue = ({ random }) => random.pick(DAYS);

const content: GenerateValue = ({ random, state }) => {
  const includable = state.promptList.filter(({ type }) => type === 'text');
  if (includable.length > 0 && random.chance(0.2)) return `Before {{> ${random.pick(includable).name}}} after`;
  return `${random.pick(TEMPLATES)} ${random.nextInt(1000)}`;
};

const messages: GenerateValue = (context) => {
  const { random } = context;
  const turns = Array.from({ length: 1 + random.nextInt(3) }, () => ({
    role: random.pick(['system', 'developer', 'user', 'assistant', 'tool']),
    content: content(context),
  }));
  return random.chance(0.3) ? [...turns, { placeholder: 'history' }] : turns;
};

const declarations: GenerateValue = ({ random }) => {
  const names = ['name', 'tone', 'count'].slice(0, 1 + random.nextInt(3));
  return names.map((name) => ({ name, ...random.pick(DECLARED) }));
};
const DECLARED = [
  { type: 'string', required: true },
  { type: 'string', required: false, default: 'x', enum: ['x', 'y'], description: 'which' },
  { type: 'number', required: false, default: 1.5 },
  { type: 'boolean' },
  { type: 'json', required: false },
  {},
];

/** A value for each known variable of the subject. */
const givenVariables: GenerateValue = ({ random, subject }) =>
  Object.fromEntries((subject?.variables ?? []).map((variable) => [variable.name, valueFor(variable, random)]));

function valueFor(variable: KnownPrompt['variables'][number], random: SeededRandom): unknown {
  if (variable.enum && variable.enum.length > 0) return random.pick(variable.enum);
  if (variable.type === 'number') return random.pick([0, -1.5, 1e21]);
  if (variable.type === 'boolean') return random.chance(0.5);
  if (variable.type === 'string') return random.pick(['Ada', '', '{{name}}', '🦁']);
  return random.pick<unknown>([['x', { a: { b: 1 } }], { name: 'Ada', company: null }, [], null, 'text', 7]);
}

const placeholders: GenerateValue = ({ subject }) =>
  Object.fromEntries((subject?.placeholders ?? []).map((name) => [name, [{ role: 'user', content: 'Hi {{x}}' }]]));

const cursor: GenerateValue = ({ random, state, path }) => random.pick(state.cursors.get(path) ?? ['v1']);

/** Uses new names half of the time, so that something can be imported. */
const exported: GenerateValue = ({ random, state, number }) => {
  const all = state.exported?.data.prompts ?? [];
  const prompts = all.slice(0, 1 + random.nextInt(3));
  return {
    format: 'prompthold-export',
    version: 1,
    prompts: random.chance(0.5) ? prompts : prompts.map((each, index) => ({ ...each, name: `in${number}/${index}` })),
  };
};

/** Valid values that the schema alone does not determine, by operation and field or by field alone. */
export const FIELD_VALUES: Readonly<Record<string, GenerateValue>> = {
  ref: ({ random, subject }) => (random.chance(0.5) ? subject?.id : subject?.name) ?? 'nothing',
  n: (context) => String(version(context)),
  label,
  name: anyName,
  'putPrompt.ref': (context) =>
    context.random.chance(0.4) ? newName(context) : (context.subject?.name ?? newName(context)),
  'putPrompt.name': ({ subject }) => subject?.name,
  'listPrompts.name': ({ subject }) => subject?.name ?? 'a',
  'openAccount.name': () => 'Ada Löwe 🦁',
  'openAccount.email': ({ random, number }) => `f${number}-${random.nextInt(2 ** 31)}@example.com`,
  'openAccount.password': ({ random }) => `correct horse ${random.nextInt(2 ** 31)}`,
  email: ({ state }) => state.owner.email,
  password: ({ random, state }) => (random.chance(0.7) ? state.owner.password : 'not the password'),
  type: ({ subject }) => subject?.type ?? 'text',
  version,
  restore: version,
  'readPrompt.version': (context) => String(version(context)),
  labels: ({ random }) => [...new Set([random.pick(LABELS), random.pick(LABELS)])],
  tags: ({ random }) => [...new Set([random.pick(TAGS), random.pick(TAGS)])],
  tag: ({ random }) => random.pick(TAGS),
  folder: ({ random }) => random.pick(FOLDERS).replace(/\/$/, ''),
  q: ({ random }) => random.pick(['a', 'REE', '%', '_', '\\', "'", '🦁', '']),
  description: ({ random }) => random.pick(['', 'What it is for', 'Grüße 🦁']),
  message: ({ random }) => random.pick(['', 'because', 'line\nbreak']),
  content,
  messages,
  variables: declarations,
  'renderPrompt.variables': givenVariables,
  placeholders,
  config: ({ random }) => random.pick([{}, { model: 'm-1', temperature: 0.7 }, { a: { b: [1, null, 'x'] } }]),
  at: moment,
  'readStats.from': day,
  'readStats.to': () => '2026-11-16',
  from: selector,
  to: selector,
  limit: ({ random }) => random.pick(['1', '2', '50', '200']),
  cursor,
  'importPrompts.data': exported,
  'langfuseCreate.name': anyName,
  'langfuseCreate.prompt': content,
  'langfuseCreate.type': () => 'text',
  'langfuseRead.name': knownName,
  'langfuseDelete.name': knownName,
  'langfuseLabel.name': knownName,
  'langfuseRead.version': (context) => String(version(context)),
  'langfuseList.name': knownName,
  'langfuseList.limit': ({ random }) => random.pick(['1', '10', '100']),
  page: ({ random }) => random.pick(['1', '2']),
  newLabels: ({ random }) => [random.pick(LABELS)],
  fromUpdatedAt: moment,
  toUpdatedAt: moment,
  resolve: ({ random }) => random.pick(['true', 'false']),
  prompt_id: knownName,
  'litellmPrompt.version': (context) => String(version(context)),
  owner: ({ random }) => random.pick(['-', 'acme']),
  'pullPrompt.name': knownName,
  commit: (context) => (context.random.chance(0.3) ? 'latest' : selector(context)),
  'mcp.name': (context) => (context.random.chance(0.2) ? newName(context) : knownName(context)),
  'mcp.uri': ({ random, subject }) => `prompt://${subject?.name ?? 'nothing'}${random.pick(['', '@1', '@latest'])}`,
  'mcp.ref': ({ subject }) => ({ type: 'ref/prompt', name: subject?.name ?? 'nothing' }),
  'mcp.message': () => 'because',
  'mcp.variables': givenVariables,
  'mcp.limit': ({ random }) => 1 + random.nextInt(50),
  'mcp.version': version,
  include_model: ({ random }) => random.pick(['true', 'false']),
};
