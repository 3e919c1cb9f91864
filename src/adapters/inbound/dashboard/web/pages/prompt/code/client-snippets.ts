import type { Call } from './example-call.ts';
import { indent, toKeywords, toPython, toShortJavascript } from './literals.ts';

export const CLIENT_LANGUAGES = ['TypeScript client', 'Python client'] as const;
export type ClientLanguage = (typeof CLIENT_LANGUAGES)[number];

/** The command that installs the client. */
export const installSnippet = (language: ClientLanguage): string =>
  language === 'TypeScript client' ? 'npm install prompthold-client' : 'pip install prompthold-client';

export const clientFetchSnippet = (language: ClientLanguage, call: Call): string =>
  language === 'TypeScript client'
    ? typescriptClient(call, 'console.log(prompt.name, prompt.version, prompt.config);')
    : pythonClient(call, 'print(prompt.name, prompt.version, prompt.config)');

export function clientRenderSnippet(language: ClientLanguage, call: Call): string {
  const { variables, placeholders } = call;
  if (language === 'TypeScript client')
    return typescriptClient(call, `console.log(prompt.render(${printArguments(call)}));`);
  const messages = isEmpty(placeholders) ? [] : [`placeholders=${toPython(placeholders)}`];
  return pythonClient(call, `print(prompt.render(${[...messages, ...toKeywords(variables)].join(', ')}))`);
}

const typescriptClient = ({ service, name, label }: Call, statement: string): string =>
  `import { Prompthold } from 'prompthold-client';

const prompts = new Prompthold({ url: '${service}' });
const prompt = await prompts.get('${name}'${label === '' ? '' : `, { label: '${label}' }`});
${statement}
await prompts.close();`;

const pythonClient = ({ service, name, label }: Call, statement: string): string =>
  `from prompthold import Prompthold

with Prompthold(url="${service}") as prompts:
    prompt = prompts.get("${name}"${label === '' ? '' : `, label="${label}"`})
    ${indent(statement, 4)}`;

const isEmpty = (record: Readonly<Record<string, unknown>>): boolean => Object.keys(record).length === 0;

/** The variables, and the placeholders if there are any. */
export function printArguments({ variables, placeholders }: Pick<Call, 'variables' | 'placeholders'>): string {
  if (isEmpty(placeholders)) return isEmpty(variables) ? '' : toShortJavascript(variables);
  return `${toShortJavascript(variables)}, ${toShortJavascript(placeholders)}`;
}
