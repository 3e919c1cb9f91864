import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The modules that declare what applications use. They import nothing but each other. */
const PUBLIC_MODULES = ['prompt-types', 'errors', 'client-options', 'client/prompthold', 'client/test-prompts'];

/** Imports of each other, and the sign that a file is a module. */
const NOT_BUNDLED = /^(?:import (?:type )?\{[^}]*\} from '\.[^']*'|export \{\});\n/gm;
const ANY_IMPORT = /\b(?:from|import\()\s*['"]/;
const NAMES_OF_ENTRY = /export (?:type )?\{([^}]*)\}/g;

/** Writes the declarations of all public modules into one file, beside the bundle. */
export async function bundleDeclarations(root: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'prompthold-client-'));
  try {
    const packageFolder = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
    const compiler = join(packageFolder, 'bin/tsc');
    await run(process.execPath, [compiler, '--project', root, '--outDir', folder]);
    const emitted = join(folder, 'clients/typescript/src');
    const modules = await Promise.all(PUBLIC_MODULES.map((name) => readFile(join(emitted, `${name}.d.ts`), 'utf8')));
    const entry = await readFile(join(root, 'src/client/prompthold-client.ts'), 'utf8');
    await writeFile(join(root, 'dist/prompthold-client.d.ts'), joinDeclarations(modules, entry));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Only what the entry exports is exported. */
function joinDeclarations(modules: readonly string[], entry: string): string {
  const declarations = modules.map((text) => text.replaceAll(NOT_BUNDLED, '').replaceAll(/^export /gm, '')).join('');
  if (ANY_IMPORT.test(declarations)) throw new Error('the declarations of the client import something');
  const names = [...entry.matchAll(NAMES_OF_ENTRY)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim()),
  );
  const exported = names.filter((name) => name !== '').sort();
  // Symbol.asyncDispose is not part of the library that applications compile with by default.
  return `/// <reference lib="esnext.disposable" />\n${declarations}export { ${exported.join(', ')} };\n`;
}
