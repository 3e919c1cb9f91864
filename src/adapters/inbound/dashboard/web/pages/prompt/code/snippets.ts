import type { VariableInput } from '../../../../../../../domain/templates/variables.ts';

export const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The call that a snippet makes. */
export interface Call {
  readonly service: string;
  readonly name: string;
  /** Empty for the default rule: production, else the latest. */
  readonly label: string;
  readonly variables: readonly VariableInput[];
  readonly placeholders: readonly string[];
}

const urlOf = ({ service, name }: Call): string => `${service}/api/prompts/${encodeURIComponent(name)}`;

export function readSnippet(language: Language, call: Call): string {
  const url = urlOf(call) + (call.label === '' ? '' : `?label=${call.label}`);
  switch (language) {
    case 'curl':
      return `curl '${url}' \\\n  -H "Authorization: Bearer $PROMPTHOLD_KEY"`;
    case 'JavaScript':
      return `const response = await fetch('${url}', {
  headers: { Authorization: \`Bearer \${process.env.PROMPTHOLD_KEY}\` },
});
const { data: prompt } = await response.json();`;
    case 'Python':
      return `import os
import requests

response = requests.get(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['PROMPTHOLD_KEY']}"},
)
response.raise_for_status()
prompt = response.json()["data"]`;
  }
}

export function renderSnippet(language: Language, call: Call): string {
  const url = `${urlOf(call)}/render`;
  const body = renderBody(call);
  const json = JSON.stringify(body, null, 2);
  switch (language) {
    case 'curl':
      // A single quote ends the shell string, so it is written as '\''.
      return `curl '${url}' \\
  -H "Authorization: Bearer $PROMPTHOLD_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${json.replaceAll("'", `'\\''`)}'`;
    case 'JavaScript':
      return `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.PROMPTHOLD_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indent(json, 2)}),
});
const { data } = await response.json();`;
    case 'Python':
      return `import os
import requests

response = requests.post(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['PROMPTHOLD_KEY']}"},
    json=${indent(toPython(body), 4)},
)
response.raise_for_status()
data = response.json()["data"]`;
  }
}

function renderBody({ label, variables, placeholders }: Call) {
  return {
    ...(label !== '' && { label }),
    variables: Object.fromEntries(variables.map((variable) => [variable.name, exampleOf(variable)])),
    ...(placeholders.length > 0 && {
      placeholders: Object.fromEntries(placeholders.map((name) => [name, [{ role: 'user', content: '…' }]])),
    }),
  };
}

function exampleOf({ type, default: fallback, enum: choices }: VariableInput): unknown {
  if (fallback !== undefined) return fallback;
  if (choices?.length) return choices[0];
  return { string: '…', number: 1, boolean: true, json: {} }[type];
}

/** A JSON value as a Python literal. */
function toPython(value: unknown, depth = 0): string {
  const [outer, inner] = ['    '.repeat(depth), '    '.repeat(depth + 1)];
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((item) => toPython(item, depth + 1))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${toPython(member, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${outer}${close}`;
}

const indent = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
