import { execFile } from 'node:child_process';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);

/** With the Node.js that runs the tests, and without the variables that `npm test` sets for this repository. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_/i.test(name) || /^npm_config_(registry|userconfig|cache)$/i.test(name),
    ),
  ),
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
};

/** Without asking the registry about what is in the cache: packages never change. */
const OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];

/** A folder of its own with these packages: too many, and too large, to be installed with every `npm ci`. */
export class PackageFolder {
  private constructor(readonly path: string) {}

  /** Installs what the lock in that folder names, so that no new release changes a test, and runs no script of a package. */
  static async install(source: string): Promise<PackageFolder> {
    const folder = new PackageFolder(await temporaryFolder());
    for (const name of ['package.json', 'package-lock.json']) await folder.copy(join(source, name), name);
    await run('npm', ['ci', ...OPTIONS], { cwd: folder.path, env: environment });
    return folder;
  }

  /** A folder inside this one, with the same packages. */
  async createInside(name: string): Promise<PackageFolder> {
    const inside = join(this.path, name);
    await mkdir(inside);
    await symlink(join(this.path, 'node_modules'), join(inside, 'node_modules'));
    return new PackageFolder(inside);
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.path, name), text);
  }

  copy(file: string, name: string): Promise<void> {
    return cp(file, join(this.path, name));
  }

  dispose(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  run(command: string, ...args: readonly string[]): Promise<string> {
    return this.runWith({}, command, ...args);
  }

  /** Runs a command of a package, with more environment variables. Rejects with its output if it fails. */
  async runWith(
    variables: Readonly<Record<string, string>>,
    command: string,
    ...args: readonly string[]
  ): Promise<string> {
    const { code, stdout, stderr } = await this.execute(variables, command, ...args);
    if (code !== 0) throw new Error(`${command} failed:\n${stdout}\n${stderr}`);
    return `${stdout}${stderr}`;
  }

  /** The same for a command that may fail. */
  async execute(
    variables: Readonly<Record<string, string>>,
    command: string,
    ...args: readonly string[]
  ): Promise<CommandResult> {
    const bin = join(this.path, 'node_modules/.bin', command);
    const options = {
      cwd: this.path,
      env: { ...environment, CI: 'true', NO_COLOR: '1', ...variables },
      maxBuffer: 16 * 1024 * 1024,
    };
    try {
      return { code: 0, ...(await run(bin, args, options)) };
    } catch (error) {
      const { code, stdout = '', stderr = String(error) } = error as Partial<CommandResult>;
      return { code: code ?? -1, stdout, stderr };
    }
  }
}

interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
