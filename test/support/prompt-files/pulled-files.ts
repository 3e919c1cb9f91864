import { printPromptFile } from '../../../src/adapters/inbound/cli/prompts/files/prompt-file.ts';
import { aFilePrompt } from '../builders/a-file-prompt.ts';
import type { Files } from './prompt-folders.ts';

/** Files as `pull` writes them, with all the details that a round trip could lose. */
export const PULLED: Files = Object.fromEntries(
  [
    aFilePrompt({ name: 'plain' }),
    aFilePrompt({ name: 'no-content', content: { type: 'text', content: '' } }),
    aFilePrompt({ name: 'a/b', content: { type: 'text', content: 'no line break at the end' } }),
    aFilePrompt({ name: 'a/b/c', content: { type: 'text', content: '\n\nseveral\n\n\n' } }),
    aFilePrompt({ name: 'a.prompt.md/b', content: { type: 'text', content: '\uFEFFCRLF\r\n\rand\u2028more\u0085\t' } }),
    aFilePrompt({ name: '1.0/v2.x_y-z', content: { type: 'text', content: '---\n## user\n---\n😀' } }),
    aFilePrompt({
      name: 'full',
      description: 'Line one\nline two: "quoted"',
      tags: ['alpha', 'beta'],
      variables: [
        { name: 'b', type: 'number', required: false, default: 0.1, description: 'yes' },
        { name: 'a', type: 'json', required: true, enum: [{ z: 1, a: [null] }, 'no', 1e21] },
      ],
      config: JSON.parse(
        '{"z":1,"a":{"2":"1","10":"true","constructor":{"x":[]}},"model":"o3","at":"2024-01-01","n":1e300}',
      ),
      content: { type: 'text', content: '{{a.x}} {{b}} {"json": {}}\n' },
    }),
    aFilePrompt({
      name: 'chat',
      variables: [{ name: 'q', type: 'string', required: true }],
      content: {
        type: 'chat',
        messages: [
          { role: 'system', content: '## user\n\\## tool\n\n## Notes\n' },
          { role: 'developer', content: '## developer\n\\## developer' },
          { placeholder: 'history' },
          { role: 'user', content: '{{q}}' },
          { role: 'assistant', content: '' },
          { role: 'tool', content: '\n\r\n\n' },
        ],
      },
    }),
  ].map((prompt) => [`${prompt.name.replace('.md/', '.md~/')}.prompt.md`, printPromptFile(prompt)]),
);
