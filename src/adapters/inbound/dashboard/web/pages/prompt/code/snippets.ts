import { CLIENT_LANGUAGES, clientFetchSnippet, clientRenderSnippet } from './client-snippets.ts';
import type { Call } from './example-call.ts';
import { indent, toPython } from './literals.ts';

export const LANGUAGES = ['curl', 'JavaScript', 'TypeScript', 'Python', ...CLIENT_LANGUAGES] as const;
export type Language = (typeof LANGUAGES)[number];

const urlOf = ({ service, name }: Call): string => `${service}/api/prompts/${encodeURIComponent(name)}`;

export function fetchSnippet(language: Language, call: Call): string {
  const url = urlOf(call) + (call.label === '' ? '' : `?label=${call.label}`);
  switch (language) {
    case 'curl':
      return `curl '${url}' \\\n  -H "Authorization: Bearer $PROMPTHOLD_KEY"`;
    case 'JavaScript':
    case 'TypeScript':
      return `const response = await fetch('${url}', {
  headers: { Authorization: \`Bearer \${process.env.PROMPTHOLD_KEY}\` },
});
if (!response.ok) throw new Error(await response.text());
${readData(language, 'data: prompt', `{ version: number; ${FETCHED[call.type]} }`)}
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
    default:
      return clientFetchSnippet(language, call);
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
    case 'TypeScript':
      return `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.PROMPTHOLD_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indent(json, 2)}),
});
if (!response.ok) throw new Error(await response.text());
${readData(language, 'data', `{ ${RENDERED[call.type]} }`)}
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
    default:
      return clientRenderSnippet(language, call);
  }
}

const MESSAGE = '{ role: string; content: string }';
const FETCHED = { text: 'content: string', chat: `messages: (${MESSAGE} | { placeholder: string })[]` };
const RENDERED = { text: 'text: string', chat: `messages: ${MESSAGE}[]` };

/** TypeScript does not know the type of a response. */
function readData(language: 'JavaScript' | 'TypeScript', binding: string, type: string): string {
  if (language === 'JavaScript') return `const { ${binding} } = await response.json();`;
  return `const { ${binding} } = (await response.json()) as {
  data: ${type};
};`;
}

function renderBody({ label, variables, placeholders }: Call) {
  return {
    ...(label !== '' && { label }),
    variables,
    ...(Object.keys(placeholders).length > 0 && { placeholders }),
  };
}
