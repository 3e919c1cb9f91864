import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findOrInstall } from '../../../support/servers/find-binary.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../..');

/** What the snippets import, and where it is. Ours is built by npm run build. */
const PACKAGES = {
  '@langfuse/client': 'node_modules/@langfuse/client',
  langchain: 'node_modules/langchain',
  'prompthold-client': 'clients/typescript',
};

/** A folder in which programs find the packages. */
export async function createProject(): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, path] of Object.entries(PACKAGES)) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, path), link);
  }
  return folder;
}

/** Runs a snippet as a user would who pasted it into a terminal or a file, and returns what it prints. */
export type Run = (snippet: string, env: Readonly<Record<string, string>>) => Promise<string>;

export type Interpreters = Awaited<ReturnType<typeof findInterpreters>>;

export async function findInterpreters(folder: string) {
  const python = await findOrInstall({ binary: 'python3', package: 'python3', folders: [], variable: 'PATH' });
  await findOrInstall({ binary: 'curl', package: 'curl', folders: [], variable: 'PATH' });
  const common = {
    PATH: process.env['PATH'],
    PYTHONPATH: join(ROOT, 'clients/python'),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONIOENCODING: 'utf-8',
  };
  const runWith =
    (command: string, ...args: string[]): Run =>
    async (snippet, env) => {
      const { stdout } = await run(command, [...args, snippet], { env: { ...common, ...env }, cwd: folder });
      return stdout.replace(/\n$/, '');
    };
  return {
    shell: runWith('sh', '-c'),
    JavaScript: runWith(process.execPath, '--input-type=module', '--eval'),
    TypeScript: runWith(process.execPath, '--input-type=module-typescript', '--eval'),
    Python: runWith(python, '-c'),
  };
}
