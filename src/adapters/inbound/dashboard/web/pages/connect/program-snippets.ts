import { installSnippet, printArguments } from '../prompt/code/client-snippets.ts';
import type { Call } from '../prompt/code/example-call.ts';
import { toKeywords, toPython, toShortJavascript } from '../prompt/code/literals.ts';
import { fetchSnippet, renderSnippet } from '../prompt/code/snippets.ts';

/** A call of a prompt of the account. */
export interface ProgramCall extends Call {
  /** Whether the label `production` exists, which other APIs use unless they are given another one. */
  readonly hasProduction: boolean;
}

export const PROGRAMS = ['typescript', 'python', 'langfuse', 'litellm', 'langchain', 'curl'] as const;
export type Program = (typeof PROGRAMS)[number];

export interface ProgramSnippet {
  /** Name of the snippet for its copy button. */
  readonly name: string;
  readonly code: string;
}

/** Code that runs as it is once the packages are installed. The key comes from the environment. */
export function programSnippets(program: Program, call: ProgramCall): readonly ProgramSnippet[] {
  switch (program) {
    case 'typescript':
      return [
        { name: 'Install', code: installSnippet('TypeScript client') },
        { name: 'TypeScript', code: renderSnippet('TypeScript client', call) },
      ];
    case 'python':
      return [
        { name: 'Install', code: installSnippet('Python client') },
        { name: 'Python', code: renderSnippet('Python client', call) },
      ];
    case 'langfuse':
      return [
        { name: 'Environment', code: langfuseEnvironment(call) },
        { name: 'JavaScript', code: langfuseJavascript(call) },
        { name: 'Python', code: langfusePython(call) },
      ];
    case 'litellm':
      return [{ name: 'config.yaml', code: litellmConfig(call) }];
    case 'langchain':
      return [
        { name: 'JavaScript', code: langchainJavascript(call) },
        { name: 'Python', code: langchainPython(call) },
      ];
    case 'curl':
      return [
        { name: 'Fetch', code: fetchSnippet('curl', call) },
        { name: 'Render', code: renderSnippet('curl', call) },
      ];
  }
}

const langfuseEnvironment = ({ service }: ProgramCall): string =>
  `export LANGFUSE_BASE_URL='${service}'
export LANGFUSE_SECRET_KEY="$PROMPTHOLD_KEY"
export LANGFUSE_PUBLIC_KEY=prompthold`;

const langfuseJavascript = ({ service, name, type, hasProduction, ...call }: ProgramCall): string => {
  const options = [...(type === 'chat' ? ["type: 'chat'"] : []), ...(hasProduction ? [] : ["label: 'latest'"])];
  return `import { LangfuseClient } from '@langfuse/client';

const prompts = new LangfuseClient({
  baseUrl: '${service}',
  secretKey: process.env.PROMPTHOLD_KEY,
  publicKey: 'prompthold',
});
const prompt = await prompts.prompt.get('${name}'${options.length === 0 ? '' : `, { ${options.join(', ')} }`});
console.log(prompt.compile(${printArguments(call)}));`;
};

const langfusePython = ({ service, name, type, hasProduction, variables, placeholders }: ProgramCall): string => {
  const options = [...(type === 'chat' ? ['type="chat"'] : []), ...(hasProduction ? [] : ['label="latest"'])];
  return `import os
from langfuse import Langfuse

prompts = Langfuse(
    host="${service}",
    secret_key=os.environ["PROMPTHOLD_KEY"],
    public_key="prompthold",
    tracing_enabled=False,
)
prompt = prompts.get_prompt(${[`"${name}"`, ...options].join(', ')})
print(prompt.compile(${toKeywords({ ...variables, ...placeholders }).join(', ')}))`;
};

const litellmConfig = ({ service, name, hasProduction }: ProgramCall): string =>
  `prompts:
  - prompt_id: ${yamlText(name.replaceAll('/', '-'))}
    litellm_params:
      prompt_integration: generic_prompt_management
      api_base: ${service}
      api_key: os.environ/PROMPTHOLD_KEY
      provider_specific_query_params:
        prompt_id: ${yamlText(name)}${hasProduction ? '\n        label: production' : ''}`;

/** Quoted if YAML would read it as a number, a date or a word of its own. */
const yamlText = (name: string): string =>
  /^[a-z]/.test(name) && !/^(true|false|null|yes|no|on|off|y|n)$/.test(name) ? name : `'${name}'`;

const langchainJavascript = ({ service, variables, placeholders, ...call }: ProgramCall): string =>
  `import { pull } from 'langchain/hub/node';

const prompt = await pull('${hubName(call)}', {
  apiUrl: '${service}/api/hub',
  apiKey: process.env.PROMPTHOLD_KEY,
});
const value = await prompt.invoke(${toShortJavascript({ ...variables, ...placeholders })});
console.log(value.toString());`;

const langchainPython = ({ service, variables, placeholders, ...call }: ProgramCall): string =>
  `import os
from langsmith import Client

client = Client(
    api_url="${service}/api/hub",
    api_key=os.environ["PROMPTHOLD_KEY"],
    auto_batch_tracing=False,
)
prompt = client.pull_prompt("${hubName(call)}")
value = prompt.invoke(${toPython({ ...variables, ...placeholders })})
print(value.to_string())`;

/** LangChain reads what is before a slash as an owner. */
const hubName = ({ name, hasProduction }: Pick<ProgramCall, 'name' | 'hasProduction'>): string =>
  encodeURIComponent(name) + (hasProduction ? ':production' : '');
