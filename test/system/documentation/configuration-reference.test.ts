import { expect, it } from 'vitest';
import { type Setting, settings } from '../../../src/adapters/composition/configuration/settings.ts';

const INTRODUCTION = `# Configuration

Built-in defaults < configuration file < environment. The file is \`config/default.json\` where there is one, or what \`--config FILE\` or
\`PROMPTHOLD_CONFIG\` names. Unknown keys in the file are mistakes; unknown \`PROMPTHOLD_*\` variables are warnings; an empty variable
counts as not set. Every mistake is named at once, with its origin, and the exit code is 78. \`prompthold config\` prints what is in force.

Secrets can also be given as a file, by the variable's name with \`_FILE\` behind it. In variables, lists are separated by commas.
In Kubernetes set \`enableServiceLinks: false\`, or a service called \`prompthold-http\` would set \`PROMPTHOLD_HTTP_PORT\`.
`;

const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${text}\``;

function row({ path, environmentName, fileVariable, defaultValue, meaning }: Setting): string {
  const variables = [environmentName, ...(fileVariable ? [fileVariable] : [])].map(code).join(' or ');
  const initial = defaultValue === undefined ? 'none' : code(JSON.stringify(defaultValue));
  return `| ${code(path)} | ${variables} | ${initial} | ${cell(meaning)} |`;
}

it('describes every setting, made from the schema itself (npx vitest run test/system/documentation -u)', async () => {
  const table = ['| Setting | Variable | Default | Meaning |', '|---|---|---|---|', ...settings.map(row)].join('\n');

  await expect(`${INTRODUCTION}\n${table}\n`).toMatchFileSnapshot('../../../docs/configuration.md');
});
