import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAccount, SIGNUP_OPEN } from '../../adapters/clients/python/open-account.ts';
import { findPython, PYTHON_CLIENT, runPython } from '../../adapters/clients/python/run-python.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder, startTestService } from '../../support/service/test-resources.ts';
import { pipSettings } from './pip-settings.ts';

const INSTALL_MS = 300_000;
const MYPY = 'mypy==2.4.0';

const PROGRAM = `
import asyncio
from typing import List

from prompthold import AsyncPrompthold, Message, Prompthold, PromptholdError, Rendering, test_prompts
from prompts_gen import AsyncPrompts, Prompts

plain = Prompthold(label="production")
reveal_type(plain)
reveal_type(plain.get("any").render(name="Ada"))
reveal_type(plain.publish("any", "Hi").version)
reveal_type(plain.move("any", "production", 1, expect=None).previous)
reveal_type(plain.get("any").telemetry())
rendering: Rendering = plain.get("any").rendering({"name": "Ada"})
tested: Prompthold = test_prompts({"any": "Hi"})

prompts = Prompts(label="production", snapshot=".prompthold/snapshot.json")
text: str = prompts.get("support/reply", fallback="Hi").render(name="Ada", tone="warm")
messages: List[Message] = prompts.get("chat").render({"history": [{"role": "user", "content": None}]}, **{"class": 1.5})
model: str = prompts.get("support/reply").config["model"]

async def main() -> str:
    async with AsyncPrompts() as prompts:
        return (await prompts.get("support/reply")).render(name="Ada", city=None)

async def plain_main() -> None:
    reveal_type(await AsyncPrompthold().get("any"))
`;

const MISTAKES: readonly (readonly [code: string, error: RegExp])[] = [
  ['prompts.get("support/replay")', /support\/replay|No overload variant/],
  ['prompts.get("support/reply").render(nmae="Ada")', /Unexpected keyword argument "nmae"/],
  ['prompts.get("support/reply").render()', /Missing named argument "name"/],
  ['prompts.get("support/reply").render(name=1)', /incompatible type "int"/],
  [
    'prompts.get("support/reply").render(name="Ada", tone="cold")',
    /incompatible type "Literal\['cold'\]|incompatible type "str"/,
  ],
  ['prompts.get("chat").render({"histroy": []})', /Extra key|Missing key/],
  ['plain.get(1)', /incompatible type "int"/],
];

describe('the types of the Python client', () => {
  it('are known to mypy --strict, which finds every mistake', { timeout: INSTALL_MS }, async () => {
    const python = await findPython();
    const { url } = await startTestService({ settings: SIGNUP_OPEN });
    const { author, env } = await openAccount(url);
    const variables = [
      { name: 'name', type: 'string' },
      { name: 'city', type: 'string', required: false },
      { name: 'tone', type: 'string', enum: ['formal', 'warm'], default: 'warm' },
    ];
    const content = '{{name}} {{city}} {{tone}}';
    const labels = ['production'];
    await author.createPrompt({
      name: 'support/reply',
      content,
      variables,
      config: { model: 'm', stop: ['x', 1] },
      labels,
    });
    const messages = [{ role: 'user', content: '{{class}}' }, { placeholder: 'history' }];
    await author.createPrompt({ name: 'chat', messages, variables: [{ name: 'class', type: 'number' }], labels });
    const folder = await createTestFolder();
    const generated = join(folder, 'prompts_gen.py');
    const types = ['types', '--python', '--out', generated];
    expect(await runCommand(types, { settings: env })).toMatchObject({ code: 0 });
    expect(await runCommand([...types, '--check'], { settings: env })).toMatchObject({ code: 0 });
    const install = ['-m', 'pip', 'install', '--quiet', '--retries', '0', '--target', join(folder, 'packages')];
    await runPython(python, [...install, MYPY, PYTHON_CLIENT], { cwd: folder, env: pipSettings() });
    await writeFile(join(folder, 'program.py'), PROGRAM);
    await writeFile(
      join(folder, 'mistakes.py'),
      `from program import plain, prompts\n${MISTAKES.map(([code]) => `${code}\n`).join('')}`,
    );
    const check = async (file: string) => {
      const settings = { PYTHONPATH: join(folder, 'packages') };
      const result = runPython(python, ['-m', 'mypy', '--strict', file], { cwd: folder, env: settings });
      return result.then(({ stdout }) => stdout).catch((error: Error) => error.message);
    };

    const program = await check('program.py');
    expect(program).not.toContain('error:');
    expect([...program.matchAll(/Revealed type is "(.*)"/g)].map(([, type]) => type)).toEqual([
      'prompthold.client.Prompthold',
      expect.stringMatching(/^str \| .*list\[.*dict\[.*str, Any\]\]$/),
      'int',
      'int | None',
      expect.stringMatching(/dict\[.*str, .*str \| .*int\]$/),
      'prompthold.prompt.Prompt',
    ]);
    const mistakes = (await check('mistakes.py')).split('\n');
    for (const [index, [code, error]] of MISTAKES.entries()) {
      const found = mistakes.filter((line) => line.startsWith(`mistakes.py:${index + 2}: error:`)).join('\n');
      expect(found, code).toMatch(error);
    }
    await runPython(
      python,
      ['-c', 'from prompts_gen import Prompts; print(Prompts().get("support/reply").render(name="A"))'],
      {
        cwd: folder,
        env: { ...env, PYTHONPATH: join(folder, 'packages') },
      },
    );
  });
});
