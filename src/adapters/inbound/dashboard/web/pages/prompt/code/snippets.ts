export const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The call that a snippet makes. */
export interface Call {
  readonly service: string;
  readonly name: string;
  /** Empty for the default rule: production, else the latest. */
  readonly label: string;
  readonly type: 'text' | 'chat';
  /** The values to render with. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly placeholders: Readonly<Record<string, unknown>>;
}

const urlOf = ({ service, name }: Call): string => `${service}/api/prompts/${encodeURIComponent(name)}`;

export function fetchSnippet(language: Language, call: Call): string {
  const url = urlOf(call) + (call.label === '' ? '' : `?label=${call.label}`);
  switch (language) {
    case 'curl':
      return `curl '${url}' \\\n  -H "Authorization: Bearer $PROMPTHOLD_KEY"`;
    case 'JavaScript':
      return `const response = await fetch('${url}', {
  headers: { Authorization: \`Bearer \${process.env.PROMPTHOLD_KEY}\` },
});
if (!response.ok) throw new Error(await response.text());
const { data: prompt } = await response.json();
console.log(prompt);`;
    case 'Python':
      return `import json
import os
from urllib.request import Request, urlopen

request = Request(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['PROMPTHOLD_KEY']}"},
)
with urlopen(request) as response:
    prompt = json.load(response)["data"]
print(prompt)`;
  }
}

export function renderSnippet(language: Language, call: Call): string {
  const url = `${urlOf(call)}/render`;
  const body = renderBody(call);
  const json = JSON.stringify(body, null, 2);
  const output = call.type === 'text' ? 'text' : 'messages';
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
if (!response.ok) throw new Error(await response.text());
const { data } = await response.json();
console.log(data.${output});`;
    case 'Python':
      return `import json
import os
from urllib.request import Request, urlopen

request = Request(
    "${url}",
    headers={
        "Authorization": f"Bearer {os.environ['PROMPTHOLD_KEY']}",
        "Content-Type": "application/json",
    },
    data=json.dumps(${indent(toPython(body), 4)}).encode(),
)
with urlopen(request) as response:
    data = json.load(response)["data"]
print(data["${output}"])`;
  }
}

function renderBody({ label, variables, placeholders }: Call) {
  return {
    ...(label !== '' && { label }),
    variables,
    ...(Object.keys(placeholders).length > 0 && { placeholders }),
  };
}

/** A JSON value as a Python literal. */
export function toPython(value: unknown, depth = 0): string {
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
