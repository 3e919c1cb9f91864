import { expect, it } from 'vitest';
import { type Setting, settings } from '../../../src/adapters/composition/configuration/settings.ts';

const INTRODUCTION = `# Configuration

Built-in defaults < configuration file < environment < \`serve --port\` and \`--host\`. The file is \`config/default.json\` if it exists, or the one named by \`--config FILE\` or
\`PROMPTHOLD_CONFIG\`. Unknown keys in the file are errors; unknown \`PROMPTHOLD_*\` variables are warnings; an empty variable
counts as not set. All mistakes are reported together, each with its origin, and the exit code is 78. \`prompthold config\` prints the effective values.

Secrets can also be read from a file: append \`_FILE\` to the variable's name. In variables, lists are comma-separated.
In Kubernetes, set \`enableServiceLinks: false\`, or a service called \`prompthold-http\` would set \`PROMPTHOLD_HTTP_PORT\`.
`;

const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${text}\``;

function row({ path, environmentName, fileVariable, defaultValue, meaning }: Setting): string {
  const variables = [environmentName, ...(fileVariable ? [fileVariable] : [])].map(code).join(' or ');
  const initial = defaultValue === undefined ? 'none' : code(JSON.stringify(defaultValue));
  return `| ${code(path)} | ${variables} | ${initial} | ${cell(meaning)} |`;
}

it('describes every setting as generated from the schema (update: npx vitest run test/system/documentation -u)', async () => {
  const table = ['| Setting | Variable | Default | Meaning |', '|---|---|---|---|', ...settings.map(row)].join('\n');

  await expect(`${INTRODUCTION}\n${table}\n`).toMatchFileSnapshot('../../../docs/configuration.md');
});
