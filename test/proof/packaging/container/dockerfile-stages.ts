import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runNpm } from '../pack-program.ts';

interface Stage {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly (readonly [instruction: string, args: string])[];
}

/** The last stage of the Dockerfile, and a folder for each other stage, as `--build-context` expects them. */
export interface BuiltStages {
  readonly lastStage: string;
  readonly contexts: readonly string[];
}

/**
 * Runs all stages of the Dockerfile but the last in folders of this machine, which contain only what is copied into them.
 * The packages of the build are those of this repository; the dependencies of the program are installed.
 */
export async function buildStages(folder: string): Promise<BuiltStages> {
  const stages = await readStages();
  const last = stages.at(-1);
  const earlier = stages.slice(0, -1);
  for (const { name, steps } of earlier) {
    const app = join(folder, name, 'app');
    await mkdir(app, { recursive: true });
    for (const [instruction, args] of steps) {
      if (instruction === 'COPY') await copy(args, app);
      else if (instruction === 'RUN') await runStep(args, app);
    }
  }
  const lastStage = join(folder, 'Dockerfile');
  await writeFile(lastStage, last?.text ?? '');
  return { lastStage, contexts: earlier.map(({ name }) => `${name}=${join(folder, name)}`) };
}

/** Parses the Dockerfile: each line is a step, unless it continues on the next line. */
async function readStages(): Promise<readonly Stage[]> {
  const stages = (await readFile('Dockerfile', 'utf8')).split(/^(?=FROM )/m).filter((part) => part.startsWith('FROM '));
  return stages.map((text) => {
    const lines = text
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const steps = lines.map((line) => [line.split(' ', 1).join(''), line.slice(line.indexOf(' ') + 1)] as const);
    return { name: / AS (\w+)$/.exec(lines[0] ?? '')?.[1] ?? '', text, steps };
  });
}

async function copy(args: string, app: string): Promise<void> {
  const files = args.split(' ');
  const target = resolve(app, files.pop() ?? '');
  for (const file of files) {
    // A file copied into a folder keeps its name; a folder is copied by content.
    const place = files.length > 1 || target === app ? join(target, file) : target;
    await cp(file, place, { recursive: true, verbatimSymlinks: true });
  }
}

async function runStep(command: string, app: string): Promise<void> {
  const [program, ...args] = command.split(' ');
  if (program !== 'npm') throw new Error(`only npm can run outside of an image, not ${command}`);
  if (command === 'npm ci') return symlink(resolve('node_modules'), join(app, 'node_modules'));
  await runNpm(app, ...args, ...(args[0] === 'ci' ? ['--prefer-offline', '--no-audit', '--no-fund'] : []));
}
